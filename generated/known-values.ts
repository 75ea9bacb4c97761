// The values that this version of the contract knows of each open enum. Written by `npm run generate`; edit openapi/ instead.

/** The values of `FallbackSourceSlug` that are known; a newer service may send others. */
export type KnownFallbackSourceSlug = "manual";

/** The known values of `FallbackSourceSlug`. */
export const knownFallbackSourceSlugs: readonly KnownFallbackSourceSlug[] = ["manual"];

/** Is this a known value of `FallbackSourceSlug`? */
export function isKnownFallbackSourceSlug(value: string | null | undefined): value is KnownFallbackSourceSlug {
  return (knownFallbackSourceSlugs as readonly unknown[]).includes(value);
}

/** The values of `ConnectionStatus` that are known; a newer service may send others. */
export type KnownConnectionStatus = "connected";

/** The known values of `ConnectionStatus`. */
export const knownConnectionStatuses: readonly KnownConnectionStatus[] = ["connected"];

/** Is this a known value of `ConnectionStatus`? */
export function isKnownConnectionStatus(value: string | null | undefined): value is KnownConnectionStatus {
  return (knownConnectionStatuses as readonly unknown[]).includes(value);
}

/** The values of `ResourceAvailabilityStatus` that are known; a newer service may send others. */
export type KnownResourceAvailabilityStatus = "available" | "unavailable";

/** The known values of `ResourceAvailabilityStatus`. */
export const knownResourceAvailabilityStatuses: readonly KnownResourceAvailabilityStatus[] = ["available", "unavailable"];

/** Is this a known value of `ResourceAvailabilityStatus`? */
export function isKnownResourceAvailabilityStatus(value: string | null | undefined): value is KnownResourceAvailabilityStatus {
  return (knownResourceAvailabilityStatuses as readonly unknown[]).includes(value);
}

/** The values of `ProviderSlug` that are known; a newer service may send others. */
export type KnownProviderSlug = "manual";

/** The known values of `ProviderSlug`. */
export const knownProviderSlugs: readonly KnownProviderSlug[] = ["manual"];

/** Is this a known value of `ProviderSlug`? */
export function isKnownProviderSlug(value: string | null | undefined): value is KnownProviderSlug {
  return (knownProviderSlugs as readonly unknown[]).includes(value);
}

/** The values of `AuthType` that are known; a newer service may send others. */
export type KnownAuthType = "oauth" | "team_oauth" | "sdk" | "password" | "email" | "app";

/** The known values of `AuthType`. */
export const knownAuthTypes: readonly KnownAuthType[] = ["oauth", "team_oauth", "sdk", "password", "email", "app"];

/** Is this a known value of `AuthType`? */
export function isKnownAuthType(value: string | null | undefined): value is KnownAuthType {
  return (knownAuthTypes as readonly unknown[]).includes(value);
}

/** The values of `ProviderResource` that are known; a newer service may send others. */
export type KnownProviderResource = "profile" | "activity" | "sleep" | "body" | "workouts" | "workout_stream" | "connection" | "order" | "result" | "match_review" | "appointment" | "glucose" | "heartrate" | "hrv" | "ige" | "igg" | "blood_oxygen" | "blood_pressure" | "cholesterol" | "device" | "device_legacy" | "weight" | "fat" | "body_temperature" | "body_temperature_delta" | "meal" | "water" | "caffeine" | "mindfulness_minutes" | "steps" | "calories_active" | "distance" | "floors_climbed" | "respiratory_rate" | "vo2_max" | "calories_basal" | "stress_level" | "menstrual_cycle" | "sleep_cycle" | "electrocardiogram" | "electrocardiogram_voltage" | "afib_burden" | "heart_rate_alert" | "stand_hour" | "stand_duration" | "sleep_apnea_alert" | "sleep_breathing_disturbance" | "wheelchair_push" | "forced_expiratory_volume_1" | "forced_vital_capacity" | "peak_expiratory_flow_rate" | "inhaler_usage" | "fall" | "uv_exposure" | "daylight_exposure" | "handwashing" | "basal_body_temperature" | "heart_rate_recovery_one_minute" | "body_mass_index" | "lean_body_mass" | "waist_circumference" | "workout_distance" | "workout_swimming_stroke" | "workout_duration" | "insulin_injection" | "carbohydrates" | "note" | "sleep_stream" | "hypnogram";

/** The known values of `ProviderResource`. */
export const knownProviderResources: readonly KnownProviderResource[] = ["profile", "activity", "sleep", "body", "workouts", "workout_stream", "connection", "order", "result", "match_review", "appointment", "glucose", "heartrate", "hrv", "ige", "igg", "blood_oxygen", "blood_pressure", "cholesterol", "device", "device_legacy", "weight", "fat", "body_temperature", "body_temperature_delta", "meal", "water", "caffeine", "mindfulness_minutes", "steps", "calories_active", "distance", "floors_climbed", "respiratory_rate", "vo2_max", "calories_basal", "stress_level", "menstrual_cycle", "sleep_cycle", "electrocardiogram", "electrocardiogram_voltage", "afib_burden", "heart_rate_alert", "stand_hour", "stand_duration", "sleep_apnea_alert", "sleep_breathing_disturbance", "wheelchair_push", "forced_expiratory_volume_1", "forced_vital_capacity", "peak_expiratory_flow_rate", "inhaler_usage", "fall", "uv_exposure", "daylight_exposure", "handwashing", "basal_body_temperature", "heart_rate_recovery_one_minute", "body_mass_index", "lean_body_mass", "waist_circumference", "workout_distance", "workout_swimming_stroke", "workout_duration", "insulin_injection", "carbohydrates", "note", "sleep_stream", "hypnogram"];

/** Is this a known value of `ProviderResource`? */
export function isKnownProviderResource(value: string | null | undefined): value is KnownProviderResource {
  return (knownProviderResources as readonly unknown[]).includes(value);
}

/** The values of `SourceType` that are known; a newer service may send others. */
export type KnownSourceType = "app" | "ble" | "device" | "lab" | "provider";

/** The known values of `SourceType`. */
export const knownSourceTypes: readonly KnownSourceType[] = ["app", "ble", "device", "lab", "provider"];

/** Is this a known value of `SourceType`? */
export function isKnownSourceType(value: string | null | undefined): value is KnownSourceType {
  return (knownSourceTypes as readonly unknown[]).includes(value);
}

/** The values of `PortalUrlContext` that are known; a newer service may send others. */
export type KnownPortalUrlContext = "launch" | "communications";

/** The known values of `PortalUrlContext`. */
export const knownPortalUrlContexts: readonly KnownPortalUrlContext[] = ["launch", "communications"];

/** Is this a known value of `PortalUrlContext`? */
export function isKnownPortalUrlContext(value: string | null | undefined): value is KnownPortalUrlContext {
  return (knownPortalUrlContexts as readonly unknown[]).includes(value);
}

/** The values of `CollectionMethod` that are known; a newer service may send others. */
export type KnownCollectionMethod = "testkit" | "walk_in_test" | "at_home_phlebotomy" | "on_site_collection";

/** The known values of `CollectionMethod`. */
export const knownCollectionMethods: readonly KnownCollectionMethod[] = ["testkit", "walk_in_test", "at_home_phlebotomy", "on_site_collection"];

/** Is this a known value of `CollectionMethod`? */
export function isKnownCollectionMethod(value: string | null | undefined): value is KnownCollectionMethod {
  return (knownCollectionMethods as readonly unknown[]).includes(value);
}

/** The values of `SampleType` that are known; a newer service may send others. */
export type KnownSampleType = "dried_blood_spot" | "arm_collector" | "serum" | "saliva" | "urine" | "stool";

/** The known values of `SampleType`. */
export const knownSampleTypes: readonly KnownSampleType[] = ["dried_blood_spot", "arm_collector", "serum", "saliva", "urine", "stool"];

/** Is this a known value of `SampleType`? */
export function isKnownSampleType(value: string | null | undefined): value is KnownSampleType {
  return (knownSampleTypes as readonly unknown[]).includes(value);
}

/** The values of `MarkerType` that are known; a newer service may send others. */
export type KnownMarkerType = "biomarker";

/** The known values of `MarkerType`. */
export const knownMarkerTypes: readonly KnownMarkerType[] = ["biomarker"];

/** Is this a known value of `MarkerType`? */
export function isKnownMarkerType(value: string | null | undefined): value is KnownMarkerType {
  return (knownMarkerTypes as readonly unknown[]).includes(value);
}

/** The values of `LabAccountStatus` that are known; a newer service may send others. */
export type KnownLabAccountStatus = "PENDING";

/** The known values of `LabAccountStatus`. */
export const knownLabAccountStatuses: readonly KnownLabAccountStatus[] = ["PENDING"];

/** Is this a known value of `LabAccountStatus`? */
export function isKnownLabAccountStatus(value: string | null | undefined): value is KnownLabAccountStatus {
  return (knownLabAccountStatuses as readonly unknown[]).includes(value);
}

/** The values of `PscCapability` that are known; a newer service may send others. */
export type KnownPscCapability = "stat" | "appointment_scheduling_via_service" | "appointment_scheduling_with_lab";

/** The known values of `PscCapability`. */
export const knownPscCapabilities: readonly KnownPscCapability[] = ["stat", "appointment_scheduling_via_service", "appointment_scheduling_with_lab"];

/** Is this a known value of `PscCapability`? */
export function isKnownPscCapability(value: string | null | undefined): value is KnownPscCapability {
  return (knownPscCapabilities as readonly unknown[]).includes(value);
}

/** The values of `LabSlug` that are known; a newer service may send others. */
export type KnownLabSlug = "manual";

/** The known values of `LabSlug`. */
export const knownLabSlugs: readonly KnownLabSlug[] = ["manual"];

/** Is this a known value of `LabSlug`? */
export function isKnownLabSlug(value: string | null | undefined): value is KnownLabSlug {
  return (knownLabSlugs as readonly unknown[]).includes(value);
}

/** The values of `PhlebotomyTier` that are known; a newer service may send others. */
export type KnownPhlebotomyTier = "appointment-ready" | "appointment-request";

/** The known values of `PhlebotomyTier`. */
export const knownPhlebotomyTiers: readonly KnownPhlebotomyTier[] = ["appointment-ready", "appointment-request"];

/** Is this a known value of `PhlebotomyTier`? */
export function isKnownPhlebotomyTier(value: string | null | undefined): value is KnownPhlebotomyTier {
  return (knownPhlebotomyTiers as readonly unknown[]).includes(value);
}

/** The values of `OrderStatus` that are known; a newer service may send others. */
export type KnownOrderStatus = "collecting_sample.testkit.problem_in_transit_customer" | "collecting_sample.testkit.problem_in_transit_lab";

/** The known values of `OrderStatus`. */
export const knownOrderStatuses: readonly KnownOrderStatus[] = ["collecting_sample.testkit.problem_in_transit_customer", "collecting_sample.testkit.problem_in_transit_lab"];

/** Is this a known value of `OrderStatus`? */
export function isKnownOrderStatus(value: string | null | undefined): value is KnownOrderStatus {
  return (knownOrderStatuses as readonly unknown[]).includes(value);
}

/** The values of `OrderLowLevelStatus` that are known; a newer service may send others. */
export type KnownOrderLowLevelStatus = "problem_in_transit_lab" | "problem_in_transit_customer";

/** The known values of `OrderLowLevelStatus`. */
export const knownOrderLowLevelStatuses: readonly KnownOrderLowLevelStatus[] = ["problem_in_transit_lab", "problem_in_transit_customer"];

/** Is this a known value of `OrderLowLevelStatus`? */
export function isKnownOrderLowLevelStatus(value: string | null | undefined): value is KnownOrderLowLevelStatus {
  return (knownOrderLowLevelStatuses as readonly unknown[]).includes(value);
}

/** The values of `LabReportParsingJobStatus` that are known; a newer service may send others. */
export type KnownLabReportParsingJobStatus = "completed" | "failed" | "pending_review";

/** The known values of `LabReportParsingJobStatus`. */
export const knownLabReportParsingJobStatuses: readonly KnownLabReportParsingJobStatus[] = ["completed", "failed", "pending_review"];

/** Is this a known value of `LabReportParsingJobStatus`? */
export function isKnownLabReportParsingJobStatus(value: string | null | undefined): value is KnownLabReportParsingJobStatus {
  return (knownLabReportParsingJobStatuses as readonly unknown[]).includes(value);
}
