// The types of the contract, each schema by its name. Written by `npm run generate`; edit openapi/ instead.

import type { components } from "./types.ts";

export type { paths, operations, components, webhooks } from "./types.ts";
export type {
  KnownFallbackSourceSlug,
  KnownConnectionStatus,
  KnownResourceAvailabilityStatus,
  KnownProviderSlug,
  KnownAuthType,
  KnownProviderResource,
  KnownSourceType,
  KnownPortalUrlContext,
  KnownCollectionMethod,
  KnownSampleType,
  KnownMarkerType,
  KnownLabAccountStatus,
  KnownPscCapability,
  KnownLabSlug,
  KnownPhlebotomyTier,
  KnownOrderStatus,
  KnownOrderLowLevelStatus,
  KnownLabReportParsingJobStatus,
} from "./known-values.ts";

/** A user to create. */
export type CreateUserRequest = components["schemas"]["CreateUserRequest"];

/** Both ids of a user that was just created. */
export type CreatedUser = components["schemas"]["CreatedUser"];

/** The existing user who has the `client_user_id` already. */
export type ClientUserIdConflict = components["schemas"]["ClientUserIdConflict"];

/** Body of an error. Only that it is JSON is stated. */
export type ErrorBody = components["schemas"]["ErrorBody"];

/** A source that a user has connected. */
export type ConnectedSource = components["schemas"]["ConnectedSource"];

/** Slug of the source of a fallback value. Handle an unknown value by a default branch. Known value: `manual`. */
export type FallbackSourceSlug = components["schemas"]["FallbackSourceSlug"];

/** Time zone used for data that arrives without a time zone of its own. */
export type FallbackTimeZone = components["schemas"]["FallbackTimeZone"];

/** Birth date from which the maximum heart rate is derived where a provider reports no age. */
export type FallbackBirthDate = components["schemas"]["FallbackBirthDate"];

/** An end user of a team. */
export type User = components["schemas"]["User"];

/** The user to restore, named by one of the two ids. */
export type UndoUserDeletionRequest = components["schemas"]["UndoUserDeletionRequest"];

/** Whether the call succeeded. */
export type SuccessResult = components["schemas"]["SuccessResult"];

/** State of a connection between a user and a provider. Handle an unknown value by a default branch. Known value: `connected`. */
export type ConnectionStatus = components["schemas"]["ConnectionStatus"];

/** Availability of a resource through a connection. Handle an unknown value by a default branch. Known values: `available`, `unavailable`. */
export type ResourceAvailabilityStatus = components["schemas"]["ResourceAvailabilityStatus"];

/** Names of scopes, by whether the resource needs them. */
export type Scopes = components["schemas"]["Scopes"];

/** The scopes of a resource, by what the user decided about them. */
export type ScopeRequirements = components["schemas"]["ScopeRequirements"];

/** Availability of a resource through a connection, and the scopes that it takes. */
export type ResourceAvailability = components["schemas"]["ResourceAvailability"];

/** What is wrong with a connection. Only that it exists is stated. */
export type ConnectionErrorDetails = components["schemas"]["ConnectionErrorDetails"];

/** A connection between a user and a provider. */
export type UserConnection = components["schemas"]["UserConnection"];

/** The provider connections of a user. */
export type UserConnectionList = components["schemas"]["UserConnectionList"];

/** What became of a refresh. Each entry of the three lists is a provider's slug, a slash and a resource. The resource may itself contain a slash: split at the first one. */
export type RefreshResult = components["schemas"]["RefreshResult"];

/** Slug of a provider. Known value: `manual`. */
export type ProviderSlug = components["schemas"]["ProviderSlug"];

/** How a user authenticates with a provider. More values may be added, so handle an unknown one by a default branch. Known values: `oauth`, `team_oauth`, `sdk`, `password`, `email`, `app`. */
export type AuthType = components["schemas"]["AuthType"];

/**
 * Name of a kind of data that a provider can give.
 * More values may be added, so handle an unknown one by a default branch.
 * The service lists `hrv` twice. Of `hypnogram`, the timeseries type is deprecated: `sleep_cycle` replaces it.
 *
 * Known values: `profile`, `activity`, `sleep`, `body`, `workouts`, `workout_stream`, `connection`,
 * `order`, `result`, `match_review`, `appointment`, `glucose`, `heartrate`, `hrv`, `ige`, `igg`,
 * `blood_oxygen`, `blood_pressure`, `cholesterol`, `device`, `device_legacy`, `weight`, `fat`,
 * `body_temperature`, `body_temperature_delta`, `meal`, `water`, `caffeine`, `mindfulness_minutes`,
 * `steps`, `calories_active`, `distance`, `floors_climbed`, `respiratory_rate`, `vo2_max`,
 * `calories_basal`, `stress_level`, `menstrual_cycle`, `sleep_cycle`, `electrocardiogram`,
 * `electrocardiogram_voltage`, `afib_burden`, `heart_rate_alert`, `stand_hour`, `stand_duration`,
 * `sleep_apnea_alert`, `sleep_breathing_disturbance`, `wheelchair_push`,
 * `forced_expiratory_volume_1`, `forced_vital_capacity`, `peak_expiratory_flow_rate`,
 * `inhaler_usage`, `fall`, `uv_exposure`, `daylight_exposure`, `handwashing`,
 * `basal_body_temperature`, `heart_rate_recovery_one_minute`, `body_mass_index`, `lean_body_mass`,
 * `waist_circumference`, `workout_distance`, `workout_swimming_stroke`, `workout_duration`,
 * `insulin_injection`, `carbohydrates`, `note`, `sleep_stream`, `hypnogram`.
 */
export type ProviderResource = components["schemas"]["ProviderResource"];

/** A provider of wearable data, as the catalog lists it. */
export type Provider = components["schemas"]["Provider"];

/** A code by which a mobile app shares the on-device health data of a user. */
export type LinkCode = components["schemas"]["LinkCode"];

/** What kind of source a provider is in the link flow. More values may be added, so handle an unknown one by a default branch. Known values: `app`, `ble`, `device`, `lab`, `provider`. */
export type SourceType = components["schemas"]["SourceType"];

/** A provider, as the link lookup returns it. */
export type LinkProvider = components["schemas"]["LinkProvider"];

/** How a portal URL reaches the user. `launch` gives a URL that lives for minutes. It sends a user who is already authenticated straight into the portal, and does not suit messages that are read later. `communications` gives a shortened URL that lives for weeks and suits e-mail and SMS. The user may be asked to confirm their identity by e-mail or SMS, for example on a new device. More values may be added. */
export type PortalUrlContext = components["schemas"]["PortalUrlContext"];

/** What a portal URL is for. */
export type PortalUrlRequest = components["schemas"]["PortalUrlRequest"];

/** A pre-authorized URL of the user portal. */
export type PortalUrl = components["schemas"]["PortalUrl"];

/** The context of one summary or of one group of timeseries values: the provider, the type of the source, and an app where there is one. It is not the `source` of a user's connected source, which keeps its name, logo and slug. The service is moving to this form: an object may have the old fields (`name`, `logo`, `slug`), the new ones, or both. */
export type SourceContext = components["schemas"]["SourceContext"];

/** A summary of health data. Only that it has a `source` is stated. */
export type Summary = components["schemas"]["Summary"];

/** The activity summaries of a user. */
export type ActivitySummaryList = components["schemas"]["ActivitySummaryList"];

/** The body summaries of a user. */
export type BodySummaryList = components["schemas"]["BodySummaryList"];

/** The meal summaries of a user. */
export type MealSummaryList = components["schemas"]["MealSummaryList"];

/** The profile summaries of a user. */
export type ProfileSummaryList = components["schemas"]["ProfileSummaryList"];

/** The sleep summaries of a user. */
export type SleepSummaryList = components["schemas"]["SleepSummaryList"];

/** The workout summaries of a user. */
export type WorkoutSummaryList = components["schemas"]["WorkoutSummaryList"];

/** How a sample is collected. More values may be added, so handle an unknown one by a default branch. Known values: `testkit`, `walk_in_test`, `at_home_phlebotomy`, `on_site_collection`. */
export type CollectionMethod = components["schemas"]["CollectionMethod"];

/** Kind of sample. More values may be added, so handle an unknown one by a default branch. Known values: `dried_blood_spot`, `arm_collector`, `serum`, `saliva`, `urine`, `stool`. */
export type SampleType = components["schemas"]["SampleType"];

/** A laboratory that tests can be ordered from. */
export type Lab = components["schemas"]["Lab"];

/** Kind of a marker. Handle an unknown value by a default branch. Known value: `biomarker`. */
export type MarkerType = components["schemas"]["MarkerType"];

/** An entry of LOINC, the code system for laboratory observations. */
export type Loinc = components["schemas"]["Loinc"];

/** A result that a marker is expected to bring. */
export type ExpectedResult = components["schemas"]["ExpectedResult"];

/** A marker that a lab can measure, with the results to expect from it. The service calls this type `ClientFacingMarkerComplete`. */
export type Marker = components["schemas"]["Marker"];

/** One page of a list of markers. */
export type MarkerPage = components["schemas"]["MarkerPage"];

/** Status of a lab account. Known value: `PENDING`. */
export type LabAccountStatus = components["schemas"]["LabAccountStatus"];

/** The lab accounts of a team, in a shape that is not shown: read it with care. A lab account can hold default clinical comments for its orders. */
export type LabAccountList = components["schemas"]["LabAccountList"];

/** What a patient service center offers. More values may be added, so handle an unknown one by a default branch. Known values: `stat`, `appointment_scheduling_via_service`, `appointment_scheduling_with_lab`. */
export type PscCapability = components["schemas"]["PscCapability"];

/** Slug of a lab. More values may be added, so handle an unknown one by a default branch. Known value: `manual`. */
export type LabSlug = components["schemas"]["LabSlug"];

/** Opening hours of a patient service center. */
export type PscHours = components["schemas"]["PscHours"];

/** Name, address, phone and hours of a patient service center. */
export type PscMetadata = components["schemas"]["PscMetadata"];

/** A patient service center (PSC), where a sample is taken from the patient. */
export type PatientServiceCenter = components["schemas"]["PatientServiceCenter"];

/** The patient service centers of a lab around a zip code. The service calls this type `ClientFacingLabLocation`. */
export type PscLookup = components["schemas"]["PscLookup"];

/** Tier of a phlebotomy provider. Handle an unknown value by a default branch. Known values: `appointment-ready`, `appointment-request`. */
export type PhlebotomyTier = components["schemas"]["PhlebotomyTier"];

/** A provider of phlebotomy in an area. */
export type PhlebotomyProvider = components["schemas"]["PhlebotomyProvider"];

/** Whether and by whom phlebotomy is served in an area. */
export type PhlebotomyCoverage = components["schemas"]["PhlebotomyCoverage"];

/** The patient service centers of one lab in an area, taken together. */
export type PscCoverage = components["schemas"]["PscCoverage"];

/** What one lab offers in an area. */
export type CentralLabCoverage = components["schemas"]["CentralLabCoverage"];

/** What is on offer around a zip code, at home and at patient service centers. */
export type AreaInfo = components["schemas"]["AreaInfo"];

/** Address of the patient. */
export type PatientAddress = components["schemas"]["PatientAddress"];

/** Clinical comments of the order, at most 1,000 characters. When the lab account has default comments as well, the requisition carries both, joined. */
export type ClinicalComments = components["schemas"]["ClinicalComments"];

/** A new order. */
export type OrderRequest = components["schemas"]["OrderRequest"];

/** Status of an order. The service names the known values among others, so handle an unknown one by a default branch. Known values: `collecting_sample.testkit.problem_in_transit_customer`, `collecting_sample.testkit.problem_in_transit_lab`. */
export type OrderStatus = components["schemas"]["OrderStatus"];

/** Low-level status of an order; the known values belong to test kit orders. More values may be added, so handle an unknown one by a default branch. Known values: `problem_in_transit_lab`, `problem_in_transit_customer`. */
export type OrderLowLevelStatus = components["schemas"]["OrderLowLevelStatus"];

/** One step in the life of an order. */
export type OrderEvent = components["schemas"]["OrderEvent"];

/** A lab order. Only its id and the fields that the service names are typed. The service's dashboard filters orders by how their results are interpreted: Normal, Abnormal or Critical. */
export type Order = components["schemas"]["Order"];

/** An order to import. */
export type OrderImportRequest = components["schemas"]["OrderImportRequest"];

/** For whom, or for which place, slots are asked for. */
export type AppointmentAvailabilityRequest = components["schemas"]["AppointmentAvailabilityRequest"];

/** One day and its slots. */
export type AppointmentDay = components["schemas"]["AppointmentDay"];

/** Appointment slots. The answer always holds 14 days. */
export type AppointmentAvailability = components["schemas"]["AppointmentAvailability"];

/** Instructions for this one appointment. They can be set at booking, request and reschedule. */
export type AppointmentNotes = components["schemas"]["AppointmentNotes"];

/** The appointment to book. */
export type PhlebotomyAppointmentBooking = components["schemas"]["PhlebotomyAppointmentBooking"];

/** An appointment of an order. Only the field that the service names is typed. */
export type Appointment = components["schemas"]["Appointment"];

/** The appointment to request. */
export type PhlebotomyAppointmentRequest = components["schemas"]["PhlebotomyAppointmentRequest"];

/** How the appointment is to be moved. */
export type PhlebotomyAppointmentReschedule = components["schemas"]["PhlebotomyAppointmentReschedule"];

/** The appointment to book. */
export type PscAppointmentBooking = components["schemas"]["PscAppointmentBooking"];

/** A lab report to parse, as the parts of a multipart form. */
export type LabReportUpload = components["schemas"]["LabReportUpload"];

/** Status of a lab report parsing job. The service names three: completed, failed and pending review. Handle another by a default branch. Known values: `completed`, `failed`, `pending_review`. */
export type LabReportParsingJobStatus = components["schemas"]["LabReportParsingJobStatus"];

/** One result that was extracted from a lab report. */
export type LabReportResult = components["schemas"]["LabReportResult"];

/** A job that extracts the results of an uploaded lab report. */
export type LabReportParsingJob = components["schemas"]["LabReportParsingJob"];

/** Region of a team. */
export type Region = components["schemas"]["Region"];

/** A team of an organization. */
export type OrganizationTeam = components["schemas"]["OrganizationTeam"];

/** One page of an organization's teams. */
export type OrganizationTeamPage = components["schemas"]["OrganizationTeamPage"];

/** The envelope of an event, beside the `event_type` that names it and the `data` that is its payload. */
export type EventEnvelope = components["schemas"]["EventEnvelope"];

/** The provider that the user was connected to. */
export type EventProvider = components["schemas"]["EventProvider"];

/** A user was connected to a provider. */
export type ProviderConnectionCreatedEvent = components["schemas"]["ProviderConnectionCreatedEvent"];

/** The payload of a data event, one summary or one group of timeseries values, with the context that it comes from. */
export type DataEventData = components["schemas"]["DataEventData"];

/** A data event of one resource whose name ends in `created`. */
export type DailyDataCreatedEvent = components["schemas"]["DailyDataCreatedEvent"];

/** A data event of one resource whose name ends in `updated`. */
export type DailyDataUpdatedEvent = components["schemas"]["DailyDataUpdatedEvent"];

/** The historical pull of a resource is complete. */
export type HistoricalDataCreatedEvent = components["schemas"]["HistoricalDataCreatedEvent"];

/** The summary of a sleep cycle, with the session's hypnogram in detail and the context that it comes from. */
export type SleepCycleEventData = components["schemas"]["SleepCycleEventData"];

/** The event `daily.data.sleep_cycle.created`, with the summary of a sleep cycle. */
export type DailySleepCycleCreatedEvent = components["schemas"]["DailySleepCycleCreatedEvent"];

/** The event `daily.data.sleep_cycle.updated`, with the summary of a sleep cycle. */
export type DailySleepCycleUpdatedEvent = components["schemas"]["DailySleepCycleUpdatedEvent"];

/** The event `historical.data.sleep_cycle.created`, with the summary of a sleep cycle. */
export type HistoricalSleepCycleCreatedEvent = components["schemas"]["HistoricalSleepCycleCreatedEvent"];

/** A group of hypnogram values, and the context that it comes from. */
export type HypnogramEventData = components["schemas"]["HypnogramEventData"];

/**
 * The event `daily.timeseries.hypnogram.created`. Deprecated: use `daily.data.sleep_cycle.created` instead.
 * @deprecated
 */
export type DailyHypnogramCreatedEvent = components["schemas"]["DailyHypnogramCreatedEvent"];

/**
 * The event `daily.timeseries.hypnogram.updated`. Deprecated: use `daily.data.sleep_cycle.updated` instead.
 * @deprecated
 */
export type DailyHypnogramUpdatedEvent = components["schemas"]["DailyHypnogramUpdatedEvent"];

/**
 * The event `historical.timeseries.hypnogram.created`. Deprecated: use `historical.data.sleep_cycle.created` instead.
 * @deprecated
 */
export type HistoricalHypnogramCreatedEvent = components["schemas"]["HistoricalHypnogramCreatedEvent"];

/** A lab report parsing job was submitted. */
export type LabReportParsingJobCreatedEvent = components["schemas"]["LabReportParsingJobCreatedEvent"];

/** A lab report parsing job changed its status. */
export type LabReportParsingJobUpdatedEvent = components["schemas"]["LabReportParsingJobUpdatedEvent"];

/** An event of an order. */
export type OrderStatusEvent = components["schemas"]["OrderStatusEvent"];

/** Partial results of an order. */
export type OrderPartialResultsEvent = components["schemas"]["OrderPartialResultsEvent"];
