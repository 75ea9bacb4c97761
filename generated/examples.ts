// The examples of the contract; the file of an upload is a placeholder. Written by `npm run generate`; edit openapi/ instead.

import type { components, operations } from "./types.ts";

/** Every field given */
export const createUserRequest: components["schemas"]["CreateUserRequest"] = { client_user_id: "demo-runner-01", fallback_time_zone: "Europe/Berlin", fallback_birth_date: "1990-04-12", ingestion_start: "2026-01-01", ingestion_end: null };

/** Only the id that the team chooses */
export const createUserRequestMinimal: components["schemas"]["CreateUserRequest"] = { client_user_id: "demo-walker-02" };

/** The new user */
export const createdUser: components["schemas"]["CreatedUser"] = { user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01" };

/** The client_user_id belongs to a user already */
export const clientUserIdConflict: components["schemas"]["ClientUserIdConflict"] = { user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", created_on: "2026-02-02T08:30:00Z" };

/** The credential is missing or refused */
export const errorUnauthorized: components["schemas"]["ErrorBody"] = { detail: "The credential is missing or refused." };

/** A parameter or the body breaks the contract */
export const errorInvalidInput: components["schemas"]["ErrorBody"] = { detail: "A parameter or the body breaks the contract." };

/** A user with three connected sources */
export const user: components["schemas"]["User"] = { user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", client_user_id: "demo-runner-01", created_on: "2026-02-02T08:30:00Z", connected_sources: [{ created_on: "2026-02-02T08:45:00Z", source: { name: "Demo Ring", slug: "demo_ring", logo: "https://assets.example.com/providers/demo_ring.svg" } }, { created_on: "2026-02-03T18:10:00Z", source: { name: "Demo Watch", slug: "demo_watch", logo: "https://assets.example.com/providers/demo_watch.svg" } }, { created_on: "2026-02-04T07:20:00Z", source: { name: "Demo Phone Health", slug: "demo_phone_health", logo: "https://assets.example.com/providers/demo_phone_health.svg" } }], fallback_time_zone: { id: "Europe/Berlin", source_slug: "manual", updated_at: "2026-02-02T08:30:00Z" }, fallback_birth_date: { value: "1990-04-12", source_slug: "manual", updated_at: "2026-02-02T08:30:00Z" }, ingestion_start: "2026-01-01", ingestion_end: null };

/** A new user without sources, birth date or ingestion bounds */
export const userWithoutFallbackBirthDate: components["schemas"]["User"] = { user_id: "4b7e1d52-93a8-4f60-b1c4-7d2e8f905a36", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", client_user_id: "demo-walker-02", created_on: "2026-02-20T07:00:00Z", connected_sources: [], fallback_time_zone: { id: "UTC", source_slug: "manual", updated_at: "2026-02-20T07:00:00Z" } };

/** The id in the path is unknown */
export const errorNotFound: components["schemas"]["ErrorBody"] = { detail: "The id in the path is unknown." };

/** By the team's own id */
export const undoUserDeletionByClientUserId: components["schemas"]["UndoUserDeletionRequest"] = { client_user_id: "demo-swimmer-03" };

/** By the id that the service assigned, the other id null */
export const undoUserDeletionByUserId: components["schemas"]["UndoUserDeletionRequest"] = { user_id: "6d9f3a74-b5c0-4182-a3d6-9f4a0b127c58", client_user_id: null };

/** The user is restored */
export const userDeletionUndone: components["schemas"]["SuccessResult"] = { success: true };

/** The grace period is over */
export const undoRefusedGracePeriodOver: components["schemas"]["ErrorBody"] = { detail: "The user was deleted seven days ago or earlier." };

/** A new user has the client_user_id */
export const undoRefusedClientUserIdTaken: components["schemas"]["ErrorBody"] = { detail: "A new user was created with the same client_user_id." };

/** The id names no deleted user */
export const undoRefusedNotDeleted: components["schemas"]["ErrorBody"] = { detail: "The id names no deleted user." };

/** Three connections, all in order */
export const userConnections: components["schemas"]["UserConnectionList"] = { providers: [{ name: "Demo Ring", slug: "demo_ring", logo: "https://assets.example.com/providers/demo_ring.svg", status: "connected", created_on: "2026-02-02T08:45:00Z", resource_availability: { profile: { status: "available", scope_requirements: { user_granted: { required: ["profile.read"], optional: [] }, user_denied: { required: [], optional: [] } } }, activity: { status: "available", scope_requirements: { user_granted: { required: ["activity.read"], optional: [] }, user_denied: { required: [], optional: [] } } }, sleep: { status: "available", scope_requirements: { user_granted: { required: ["sleep.read"], optional: ["heartrate.read"] }, user_denied: { required: [], optional: [] } } }, body: { status: "available", scope_requirements: { user_granted: { required: ["body.read"], optional: [] }, user_denied: { required: [], optional: [] } } } }, error_details: null }, { name: "Demo Watch", slug: "demo_watch", logo: "https://assets.example.com/providers/demo_watch.svg", status: "connected", created_on: "2026-02-03T18:10:00Z", resource_availability: { activity: { status: "available", scope_requirements: { user_granted: { required: ["activity.read"], optional: ["location.read"] }, user_denied: { required: [], optional: [] } } }, workouts: { status: "available", scope_requirements: { user_granted: { required: ["activity.read", "workout.read"], optional: [] }, user_denied: { required: [], optional: [] } } } }, error_details: null }, { name: "Demo Phone Health", slug: "demo_phone_health", logo: "https://assets.example.com/providers/demo_phone_health.svg", status: "connected", created_on: "2026-02-04T07:20:00Z", resource_availability: { meal: { status: "available", scope_requirements: { user_granted: { required: ["meal.read"], optional: [] }, user_denied: { required: [], optional: [] } } }, steps: { status: "available", scope_requirements: { user_granted: { required: ["steps.read"], optional: [] }, user_denied: { required: [], optional: [] } } } }, error_details: null }] };

/** The user denied scopes */
export const userConnectionsScopeDenied: components["schemas"]["UserConnectionList"] = { providers: [{ name: "Demo Watch", slug: "demo_watch", logo: "https://assets.example.com/providers/demo_watch.svg", status: "connected", created_on: "2026-02-03T18:10:00Z", resource_availability: { activity: { status: "available", scope_requirements: { user_granted: { required: ["activity.read"], optional: [] }, user_denied: { required: [], optional: ["location.read"] } } }, workouts: { status: "unavailable", scope_requirements: { user_granted: { required: ["activity.read"], optional: [] }, user_denied: { required: ["workout.read"], optional: [] } } } }, error_details: null }] };

/** Values that this version of the contract does not know */
export const userConnectionsFromNewerService: components["schemas"]["UserConnectionList"] = { providers: [{ name: "Demo Ring", slug: "demo_ring", logo: "https://assets.example.com/providers/demo_ring.svg", status: "newer_status", created_on: "2026-02-02T08:45:00Z", resource_availability: { sleep: { status: "newer_availability", scope_requirements: { user_granted: { required: ["sleep.read"], optional: [] }, user_denied: { required: [], optional: [] } } } }, error_details: {} }] };

/** A user who is connected to nothing */
export const userConnectionsNone: components["schemas"]["UserConnectionList"] = { providers: [] };

/** Nothing failed and nothing is in progress */
export const refreshResult: components["schemas"]["RefreshResult"] = { success: true, user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", refreshed_sources: ["demo_ring/activity", "demo_ring/sleep", "demo_watch/activity", "demo_watch/workouts", "demo_watch/timeseries/heartrate"], in_progress_sources: [], failed_sources: [] };

/** Some sources failed, some are in progress */
export const refreshResultPartial: components["schemas"]["RefreshResult"] = { success: true, user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", refreshed_sources: ["demo_ring/activity", "demo_ring/sleep"], in_progress_sources: ["demo_watch/timeseries/heartrate"], failed_sources: ["demo_watch/workouts"] };

/** The provider is disconnected */
export const providerDisconnected: components["schemas"]["SuccessResult"] = { success: true };

/** The providers of the demo world */
export const providers: operations["listProviders"]["responses"][200]["content"]["application/json"] = [{ name: "Demo Ring", slug: "demo_ring", description: "A ring that follows sleep and activity.", logo: "https://assets.example.com/providers/demo_ring.svg", auth_type: "oauth", supported_resources: ["profile", "activity", "sleep", "body", "heartrate", "hrv", "respiratory_rate", "steps", "sleep_cycle", "hypnogram"] }, { name: "Demo Watch", slug: "demo_watch", description: "A watch for sports.", logo: "https://assets.example.com/providers/demo_watch.svg", auth_type: "oauth", supported_resources: ["profile", "activity", "workouts", "workout_stream", "heartrate", "steps", "distance", "vo2_max"] }, { name: "Demo Scale", slug: "demo_scale", description: "A scale that sends weight and body fat.", logo: "https://assets.example.com/providers/demo_scale.svg", auth_type: "email", supported_resources: ["body", "weight", "fat"] }, { name: "Demo Meter", slug: "demo_meter", description: "A blood glucose meter that a phone reads over BLE.", logo: null, auth_type: "app", supported_resources: ["glucose"] }, { name: "Demo Phone Health", slug: "demo_phone_health", description: "The health store of a phone.", logo: "https://assets.example.com/providers/demo_phone_health.svg", auth_type: "sdk", supported_resources: ["profile", "activity", "sleep", "workouts", "meal", "steps", "menstrual_cycle", "sleep_cycle"] }, { name: "Manual", slug: "manual", description: "Values that were entered by hand.", logo: "https://assets.example.com/providers/manual.svg", auth_type: null }];

/** Values that this version of the contract does not know */
export const providersFromNewerService: operations["listProviders"]["responses"][200]["content"]["application/json"] = [{ name: "Demo Ring", slug: "demo_ring", description: "A ring that follows sleep and activity.", logo: "https://assets.example.com/providers/demo_ring.svg", auth_type: "newer_auth_type", supported_resources: ["sleep", "newer_resource"] }];

/** A code with the default expiry, one hour after the call */
export const linkCode: components["schemas"]["LinkCode"] = { code: "pkus4f09c2d7", exchange_url: "demoapp://link?code=pkus4f09c2d7", expires_at: "2026-03-02T10:00:00Z" };

/** A code with an expiry that the team chose */
export const linkCodeWithChosenExpiry: components["schemas"]["LinkCode"] = { code: "pkus7ab3e516", exchange_url: "demoapp://link?code=pkus7ab3e516", expires_at: "2026-03-03T09:00:00Z" };

/** A provider with every field */
export const linkProvider: components["schemas"]["LinkProvider"] = { name: "Demo Ring", slug: "demo_ring", description: "A ring that follows sleep and activity.", id: 7, group: "demo_group", oauth_url: "https://ring.example.com/oauth/authorize", auth_type: "oauth", source_type: "device", is_active: true, backfill_num_days: 90 };

/** Only the required fields, so that the defaults apply */
export const linkProviderMinimal: components["schemas"]["LinkProvider"] = { name: "Demo Ring", slug: "demo_ring", description: "A ring that follows sleep and activity.", id: 7 };

/** Every field that may be null is null */
export const linkProviderWithNulls: components["schemas"]["LinkProvider"] = { name: "Demo Ring", slug: "demo_ring", description: "A ring that follows sleep and activity.", id: 7, group: null, oauth_url: null, auth_type: null, source_type: null, is_active: null, backfill_num_days: null };

/** Values that this version of the contract does not know */
export const linkProviderFromNewerService: components["schemas"]["LinkProvider"] = { name: "Demo Ring", slug: "demo_ring", description: "A ring that follows sleep and activity.", id: 7, oauth_url: "https://ring.example.com/oauth/authorize", auth_type: "newer_auth_type", source_type: "newer_source_type" };

/** Send the user straight into the portal */
export const portalUrlRequestLaunch: components["schemas"]["PortalUrlRequest"] = { context: "launch" };

/** Send a message about an order */
export const portalUrlRequestCommunications: components["schemas"]["PortalUrlRequest"] = { context: "communications", order_id: "d6fa1ce4-7059-42b3-88e5-fb041628dbec" };

/** A URL that lives for minutes */
export const portalUrlLaunch: components["schemas"]["PortalUrl"] = { url: "https://portal.example.com/launch/demo-runner", expires_in: 900 };

/** A shortened URL that lives for weeks */
export const portalUrlCommunications: components["schemas"]["PortalUrl"] = { url: "https://p.example.com/d6fa1ce4", expires_in: 1209600 };

/** The user has no demographics */
export const userWithoutDemographics: components["schemas"]["ErrorBody"] = { detail: "The user has no demographics." };

/** Activity of a ring and a watch */
export const activitySummaries: components["schemas"]["ActivitySummaryList"] = { activity: [{ source: { provider: "demo_ring", type: "ring" } }, { source: { provider: "demo_watch", type: "watch" } }] };

/** Activity with the source in its old form */
export const activitySummariesOldSource: components["schemas"]["ActivitySummaryList"] = { activity: [{ source: { name: "Demo Ring", slug: "demo_ring", logo: "https://assets.example.com/providers/demo_ring.svg" } }, { source: { name: "Demo Watch", slug: "demo_watch", logo: "https://assets.example.com/providers/demo_watch.svg" } }] };

/** Body data from a ring */
export const bodySummaries: components["schemas"]["BodySummaryList"] = { body: [{ source: { provider: "demo_ring", type: "ring" } }] };

/** Meals from an app on a phone */
export const mealSummaries: components["schemas"]["MealSummaryList"] = { meal: [{ source: { provider: "demo_phone_health", type: "app", app_id: "com.example.demo.health" } }] };

/** Profile from a ring */
export const profileSummaries: components["schemas"]["ProfileSummaryList"] = { profile: [{ source: { provider: "demo_ring", type: "ring" } }] };

/** Sleep of a ring */
export const sleepSummaries: components["schemas"]["SleepSummaryList"] = { sleep: [{ source: { provider: "demo_ring", type: "ring" } }] };

/** Sleep with the source in its old form */
export const sleepSummariesOldSource: components["schemas"]["SleepSummaryList"] = { sleep: [{ source: { name: "Demo Ring", slug: "demo_ring", logo: "https://assets.example.com/providers/demo_ring.svg" } }] };

/** Workouts of a watch */
export const workoutSummaries: components["schemas"]["WorkoutSummaryList"] = { workouts: [{ source: { provider: "demo_watch", type: "watch" } }] };

/** Both demo labs */
export const labs: operations["listLabs"]["responses"][200]["content"]["application/json"] = [{ id: 1, slug: "demo_lab_north", name: "Demo Lab North", first_line_address: "1 Example Plaza", city: "Exampleton", zipcode: "85001", collection_methods: ["walk_in_test", "at_home_phlebotomy", "on_site_collection"], sample_types: ["serum", "urine"] }, { id: 2, slug: "demo_lab_south", name: "Demo Lab South", first_line_address: "20 Sample Road", city: "Sampleville", zipcode: "59001", collection_methods: ["testkit"], sample_types: ["dried_blood_spot", "arm_collector", "saliva", "stool"] }];

/** A lab with values that a newer service has added */
export const labsUnknownValues: operations["listLabs"]["responses"][200]["content"]["application/json"] = [{ id: 2, slug: "demo_lab_south", name: "Demo Lab South", first_line_address: "20 Sample Road", city: "Sampleville", zipcode: "59001", collection_methods: ["testkit", "drone_pickup"], sample_types: ["dried_blood_spot", "arm_collector", "saliva", "stool", "breath"] }];

/** Markers of both demo labs, on one page */
export const labWideMarkers: components["schemas"]["MarkerPage"] = { markers: [{ id: 101, name: "Glucose", slug: "glucose", description: "Sugar in the blood.", lab_id: 1, provider_id: "N-101", type: "biomarker", unit: "mg/dL", price: "12.00", expected_results: [{ id: 1001, name: "Glucose", slug: "glucose", lab_id: 1, provider_id: "N-101-R", loinc: { id: 5001, name: "Glucose in serum or plasma", slug: "glucose-serum-plasma", code: "2345-7", unit: "mg/dL" } }] }, { id: 102, name: "Hemoglobin A1c", slug: "hemoglobin-a1c", description: "Share of hemoglobin that carries sugar, an average over weeks.", lab_id: 1, provider_id: "N-102", type: "biomarker", unit: "%", price: "18.50", expected_results: [{ id: 1002, name: "Hemoglobin A1c", slug: "hemoglobin-a1c", lab_id: 1, provider_id: "N-102-R", loinc: { id: 5002, name: "Hemoglobin A1c in blood", slug: "hemoglobin-a1c-blood", code: "4548-4", unit: "%" } }] }, { id: 103, name: "Total cholesterol", slug: "total-cholesterol", description: "All cholesterol in the blood.", lab_id: 1, provider_id: "N-103", type: "biomarker", unit: "mg/dL", price: "9.75", expected_results: [{ id: 1003, name: "Total cholesterol", slug: "total-cholesterol", lab_id: 1, provider_id: "N-103-R", loinc: { id: 5003, name: "Cholesterol in serum or plasma", slug: "cholesterol-serum-plasma", code: "2093-3", unit: "mg/dL" } }] }, { id: 104, name: "Cholesterol to HDL ratio", slug: "cholesterol-hdl-ratio", description: "Total cholesterol divided by HDL cholesterol.", lab_id: 1, provider_id: "N-104", type: "biomarker", unit: null, price: "N/A", expected_results: [{ id: 1004, name: "Cholesterol to HDL ratio", slug: "cholesterol-hdl-ratio", lab_id: 1, provider_id: "N-104-R", loinc: { id: 5004, name: "Cholesterol to HDL cholesterol ratio in serum or plasma", slug: "cholesterol-hdl-ratio-serum-plasma", code: "9830-1", unit: null } }] }, { id: 105, name: "Creatinine", slug: "creatinine", description: "A waste product that the kidneys remove.", lab_id: 1, provider_id: "N-105", type: "biomarker", unit: "mg/dL", price: "8.00", expected_results: [{ id: 1005, name: "Creatinine", slug: "creatinine", lab_id: 1, provider_id: "N-105-R", loinc: { id: 5005, name: "Creatinine in serum or plasma", slug: "creatinine-serum-plasma", code: "2160-0", unit: "mg/dL" } }] }, { id: 201, name: "Triglycerides", slug: "triglycerides", description: "The most common fat in the blood.", lab_id: 2, provider_id: "S-201", type: "biomarker", unit: "mg/dL", price: "11.25", expected_results: [{ id: 2001, name: "Triglycerides", slug: "triglycerides", lab_id: 2, provider_id: "S-201-R", loinc: { id: 5006, name: "Triglycerides in serum or plasma", slug: "triglycerides-serum-plasma", code: "2571-8", unit: "mg/dL" } }] }], total: 6, page: 1, size: 50, pages: 1 };

/** The markers of Demo Lab South, filtered by its slug */
export const labWideMarkersOfOneLab: components["schemas"]["MarkerPage"] = { markers: [{ id: 201, name: "Triglycerides", slug: "triglycerides", description: "The most common fat in the blood.", lab_id: 2, provider_id: "S-201", type: "biomarker", unit: "mg/dL", price: "11.25", expected_results: [{ id: 2001, name: "Triglycerides", slug: "triglycerides", lab_id: 2, provider_id: "S-201-R", loinc: { id: 5006, name: "Triglycerides in serum or plasma", slug: "triglycerides-serum-plasma", code: "2571-8", unit: "mg/dL" } }] }], total: 1, page: 1, size: 50, pages: 1 };

/** No marker is available */
export const markersEmptyPage: components["schemas"]["MarkerPage"] = { markers: [], total: 0, page: 1, size: 50, pages: 0 };

/** The first page of the Metabolic panel */
export const markersFirstPage: components["schemas"]["MarkerPage"] = { markers: [{ id: 101, name: "Glucose", slug: "glucose", description: "Sugar in the blood.", lab_id: 1, provider_id: "N-101", type: "biomarker", unit: "mg/dL", price: "12.00", expected_results: [{ id: 1001, name: "Glucose", slug: "glucose", lab_id: 1, provider_id: "N-101-R", loinc: { id: 5001, name: "Glucose in serum or plasma", slug: "glucose-serum-plasma", code: "2345-7", unit: "mg/dL" } }] }, { id: 102, name: "Hemoglobin A1c", slug: "hemoglobin-a1c", description: "Share of hemoglobin that carries sugar, an average over weeks.", lab_id: 1, provider_id: "N-102", type: "biomarker", unit: "%", price: "18.50", expected_results: [{ id: 1002, name: "Hemoglobin A1c", slug: "hemoglobin-a1c", lab_id: 1, provider_id: "N-102-R", loinc: { id: 5002, name: "Hemoglobin A1c in blood", slug: "hemoglobin-a1c-blood", code: "4548-4", unit: "%" } }] }], total: 5, page: 1, size: 2, pages: 3 };

/** The last page of the Metabolic panel, not full */
export const markersLastPage: components["schemas"]["MarkerPage"] = { markers: [{ id: 105, name: "Creatinine", slug: "creatinine", description: "A waste product that the kidneys remove.", lab_id: 1, provider_id: "N-105", type: "biomarker", unit: "mg/dL", price: "8.00", expected_results: [{ id: 1005, name: "Creatinine", slug: "creatinine", lab_id: 1, provider_id: "N-105-R", loinc: { id: 5005, name: "Creatinine in serum or plasma", slug: "creatinine-serum-plasma", code: "2160-0", unit: "mg/dL" } }] }], total: 5, page: 3, size: 2, pages: 3 };

/** A marker without a unit, with a placeholder as its price */
export const markersPlaceholderPrice: components["schemas"]["MarkerPage"] = { markers: [{ id: 104, name: "Cholesterol to HDL ratio", slug: "cholesterol-hdl-ratio", description: "Total cholesterol divided by HDL cholesterol.", lab_id: 1, provider_id: "N-104", type: "biomarker", unit: null, price: "N/A", expected_results: [{ id: 1004, name: "Cholesterol to HDL ratio", slug: "cholesterol-hdl-ratio", lab_id: 1, provider_id: "N-104-R", loinc: { id: 5004, name: "Cholesterol to HDL cholesterol ratio in serum or plasma", slug: "cholesterol-hdl-ratio-serum-plasma", code: "9830-1", unit: null } }] }], total: 5, page: 4, size: 1, pages: 5 };

/** A page whose counts are null */
export const markersWithoutTotals: components["schemas"]["MarkerPage"] = { markers: [{ id: 101, name: "Glucose", slug: "glucose", description: "Sugar in the blood.", lab_id: 1, provider_id: "N-101", type: "biomarker", unit: "mg/dL", price: "12.00", expected_results: [{ id: 1001, name: "Glucose", slug: "glucose", lab_id: 1, provider_id: "N-101-R", loinc: { id: 5001, name: "Glucose in serum or plasma", slug: "glucose-serum-plasma", code: "2345-7", unit: "mg/dL" } }] }], total: null, page: null, size: null, pages: null };

/** An active and a pending lab account */
export const labAccounts: components["schemas"]["LabAccountList"] = [{ lab_account_id: "b4d8fac2-5e37-4091-86c3-d9e2f406b8ca", status: "ACTIVE" }, { lab_account_id: "c5e90bd3-6f48-41a2-97d4-eaf30517c9db", status: "PENDING" }];

/** The pending lab account, filtered by its status */
export const labAccountsPending: components["schemas"]["LabAccountList"] = [{ lab_account_id: "c5e90bd3-6f48-41a2-97d4-eaf30517c9db", status: "PENDING" }];

/** Two centers near the zip code */
export const pscInfo: components["schemas"]["PscLookup"] = { lab_id: 1, slug: "demo_lab_north", patient_service_centers: [{ metadata: { name: "Demo Lab North, Acorn Street", state: "AZ", city: "Exampleton", zip_code: "85001", first_line: "100 Acorn Street", second_line: "", phone_number: "+1-555-0100", fax_number: "+1-555-0150", hours: null }, distance: "0.4", capabilities: ["stat", "appointment_scheduling_via_service"] }, { metadata: { name: "Demo Lab North, Birch Street", state: "AZ", city: "Exampleton", zip_code: "85002", first_line: "101 Birch Street", second_line: "Suite 2", phone_number: "+1-555-0101", fax_number: "+1-555-0151", hours: null }, distance: "0.9", capabilities: ["appointment_scheduling_with_lab"] }] };

/** A list at its cap of 30 centers */
export const pscInfoAtCap: components["schemas"]["PscLookup"] = { lab_id: 1, slug: "demo_lab_north", patient_service_centers: [{ metadata: { name: "Demo Lab North, Acorn Street", state: "AZ", city: "Exampleton", zip_code: "85001", first_line: "100 Acorn Street", second_line: "", phone_number: "+1-555-0100", fax_number: "+1-555-0150", hours: null }, distance: "0.4", capabilities: ["stat", "appointment_scheduling_via_service"] }, { metadata: { name: "Demo Lab North, Birch Street", state: "AZ", city: "Exampleton", zip_code: "85002", first_line: "101 Birch Street", second_line: "Suite 2", phone_number: "+1-555-0101", fax_number: "+1-555-0151", hours: null }, distance: "0.9", capabilities: ["appointment_scheduling_with_lab"] }, { metadata: { name: "Demo Lab North, Cedar Street", state: "AZ", city: "Exampleton", zip_code: "85003", first_line: "102 Cedar Street", second_line: "", phone_number: "+1-555-0102", fax_number: "+1-555-0152", hours: null }, distance: "1.3", capabilities: ["appointment_scheduling_with_lab"] }, { metadata: { name: "Demo Lab North, Dogwood Street", state: "AZ", city: "Exampleton", zip_code: "85004", first_line: "103 Dogwood Street", second_line: "", phone_number: "+1-555-0103", fax_number: "+1-555-0153", hours: null }, distance: "1.8", capabilities: ["stat", "appointment_scheduling_via_service"] }, { metadata: { name: "Demo Lab North, Elm Street", state: "AZ", city: "Exampleton", zip_code: "85005", first_line: "104 Elm Street", second_line: "", phone_number: "+1-555-0104", fax_number: "+1-555-0154", hours: null }, distance: "2.2", capabilities: [] }, { metadata: { name: "Demo Lab North, Fir Street", state: "AZ", city: "Exampleton", zip_code: "85006", first_line: "105 Fir Street", second_line: "", phone_number: "+1-555-0105", fax_number: "+1-555-0155", hours: null }, distance: "2.7", capabilities: ["stat"] }, { metadata: { name: "Demo Lab North, Ginkgo Street", state: "AZ", city: "Exampleton", zip_code: "85007", first_line: "106 Ginkgo Street", second_line: "", phone_number: "+1-555-0106", fax_number: "+1-555-0156", hours: null }, distance: "3.1", capabilities: ["appointment_scheduling_via_service"] }, { metadata: { name: "Demo Lab North, Hazel Street", state: "AZ", city: "Exampleton", zip_code: "85008", first_line: "107 Hazel Street", second_line: "", phone_number: "+1-555-0107", fax_number: "+1-555-0157", hours: null }, distance: "3.6", capabilities: ["appointment_scheduling_with_lab"] }, { metadata: { name: "Demo Lab North, Iris Street", state: "AZ", city: "Exampleton", zip_code: "85009", first_line: "108 Iris Street", second_line: "", phone_number: "+1-555-0108", fax_number: "+1-555-0158", hours: null }, distance: "4.2", capabilities: ["stat", "appointment_scheduling_via_service"] }, { metadata: { name: "Demo Lab North, Juniper Street", state: "AZ", city: "Exampleton", zip_code: "85010", first_line: "109 Juniper Street", second_line: "", phone_number: "+1-555-0109", fax_number: "+1-555-0159", hours: null }, distance: "4.9", capabilities: [] }, { metadata: { name: "Demo Lab North, Kapok Street", state: "AZ", city: "Exampleton", zip_code: "85011", first_line: "110 Kapok Street", second_line: "", phone_number: "+1-555-0110", fax_number: "+1-555-0160", hours: null }, distance: "5.5", capabilities: ["stat"] }, { metadata: { name: "Demo Lab North, Linden Street", state: "AZ", city: "Exampleton", zip_code: "85012", first_line: "111 Linden Street", second_line: "", phone_number: "+1-555-0111", fax_number: "+1-555-0161", hours: null }, distance: "6.3", capabilities: ["appointment_scheduling_via_service"] }, { metadata: { name: "Demo Lab North, Maple Street", state: "AZ", city: "Exampleton", zip_code: "85013", first_line: "112 Maple Street", second_line: "", phone_number: "+1-555-0112", fax_number: "+1-555-0162", hours: null }, distance: "7.0", capabilities: ["appointment_scheduling_with_lab"] }, { metadata: { name: "Demo Lab North, Nutmeg Street", state: "AZ", city: "Exampleton", zip_code: "85014", first_line: "113 Nutmeg Street", second_line: "", phone_number: "+1-555-0113", fax_number: "+1-555-0163", hours: null }, distance: "7.8", capabilities: ["stat", "appointment_scheduling_via_service"] }, { metadata: { name: "Demo Lab North, Oak Street", state: "AZ", city: "Exampleton", zip_code: "85015", first_line: "114 Oak Street", second_line: "", phone_number: "+1-555-0114", fax_number: "+1-555-0164", hours: null }, distance: "8.4", capabilities: [] }, { metadata: { name: "Demo Lab North, Pine Street", state: "AZ", city: "Exampleton", zip_code: "85016", first_line: "115 Pine Street", second_line: "", phone_number: "+1-555-0115", fax_number: "+1-555-0165", hours: null }, distance: "9.1", capabilities: ["stat"] }, { metadata: { name: "Demo Lab North, Quince Street", state: "AZ", city: "Exampleton", zip_code: "85017", first_line: "116 Quince Street", second_line: "", phone_number: "+1-555-0116", fax_number: "+1-555-0166", hours: null }, distance: "9.9", capabilities: ["appointment_scheduling_via_service"] }, { metadata: { name: "Demo Lab North, Rowan Street", state: "AZ", city: "Exampleton", zip_code: "85018", first_line: "117 Rowan Street", second_line: "", phone_number: "+1-555-0117", fax_number: "+1-555-0167", hours: null }, distance: "10.6", capabilities: ["appointment_scheduling_with_lab"] }, { metadata: { name: "Demo Lab North, Spruce Street", state: "AZ", city: "Exampleton", zip_code: "85019", first_line: "118 Spruce Street", second_line: "", phone_number: "+1-555-0118", fax_number: "+1-555-0168", hours: null }, distance: "11.4", capabilities: ["stat", "appointment_scheduling_via_service"] }, { metadata: { name: "Demo Lab North, Tamarack Street", state: "AZ", city: "Exampleton", zip_code: "85020", first_line: "119 Tamarack Street", second_line: "", phone_number: "+1-555-0119", fax_number: "+1-555-0169", hours: null }, distance: "12.3", capabilities: [] }, { metadata: { name: "Demo Lab North, Umber Street", state: "AZ", city: "Exampleton", zip_code: "85021", first_line: "120 Umber Street", second_line: "", phone_number: "+1-555-0120", fax_number: "+1-555-0170", hours: null }, distance: "13.1", capabilities: ["stat"] }, { metadata: { name: "Demo Lab North, Verbena Street", state: "AZ", city: "Exampleton", zip_code: "85022", first_line: "121 Verbena Street", second_line: "", phone_number: "+1-555-0121", fax_number: "+1-555-0171", hours: null }, distance: "14.0", capabilities: ["appointment_scheduling_via_service"] }, { metadata: { name: "Demo Lab North, Willow Street", state: "AZ", city: "Exampleton", zip_code: "85023", first_line: "122 Willow Street", second_line: "", phone_number: "+1-555-0122", fax_number: "+1-555-0172", hours: null }, distance: "15.2", capabilities: ["appointment_scheduling_with_lab"] }, { metadata: { name: "Demo Lab North, Larch Street", state: "AZ", city: "Exampleton", zip_code: "85024", first_line: "123 Larch Street", second_line: "", phone_number: "+1-555-0123", fax_number: "+1-555-0173", hours: null }, distance: "16.1", capabilities: ["stat", "appointment_scheduling_via_service"] }, { metadata: { name: "Demo Lab North, Yarrow Street", state: "AZ", city: "Exampleton", zip_code: "85025", first_line: "124 Yarrow Street", second_line: "", phone_number: "+1-555-0124", fax_number: "+1-555-0174", hours: null }, distance: "17.3", capabilities: [] }, { metadata: { name: "Demo Lab North, Zinnia Street", state: "AZ", city: "Exampleton", zip_code: "85026", first_line: "125 Zinnia Street", second_line: "", phone_number: "+1-555-0125", fax_number: "+1-555-0175", hours: null }, distance: "18.5", capabilities: ["stat"] }, { metadata: { name: "Demo Lab North, Almond Street", state: "AZ", city: "Exampleton", zip_code: "85027", first_line: "126 Almond Street", second_line: "", phone_number: "+1-555-0126", fax_number: "+1-555-0176", hours: null }, distance: "19.8", capabilities: ["appointment_scheduling_via_service"] }, { metadata: { name: "Demo Lab North, Basil Street", state: "AZ", city: "Exampleton", zip_code: "85028", first_line: "127 Basil Street", second_line: "", phone_number: "+1-555-0127", fax_number: "+1-555-0177", hours: null }, distance: "21.4", capabilities: ["appointment_scheduling_with_lab"] }, { metadata: { name: "Demo Lab North, Heather Street", state: "AZ", city: "Exampleton", zip_code: "85029", first_line: "128 Heather Street", second_line: "", phone_number: "+1-555-0128", fax_number: "+1-555-0178", hours: null }, distance: "22.9", capabilities: ["stat", "appointment_scheduling_via_service"] }, { metadata: { name: "Demo Lab North, Daisy Street", state: "AZ", city: "Exampleton", zip_code: "85030", first_line: "129 Daisy Street", second_line: "", phone_number: "+1-555-0129", fax_number: "+1-555-0179", hours: null }, distance: "24.6", capabilities: [] }] };

/** No center within the radius */
export const pscInfoNoneFound: components["schemas"]["PscLookup"] = { lab_id: 1, slug: "demo_lab_north", patient_service_centers: [] };

/** A center with a capability that a newer service has added */
export const pscInfoUnknownCapability: components["schemas"]["PscLookup"] = { lab_id: 1, slug: "demo_lab_north", patient_service_centers: [{ metadata: { name: "Demo Lab North, Acorn Street", state: "AZ", city: "Exampleton", zip_code: "85001", first_line: "100 Acorn Street", second_line: "", phone_number: "+1-555-0100", fax_number: "+1-555-0150", hours: null }, distance: "0.4", capabilities: ["stat", "appointment_scheduling_via_service", "drive_through"] }] };

/** An area with phlebotomy and two labs */
export const areaInfo: components["schemas"]["AreaInfo"] = { zip_code: "85001", phlebotomy: { is_served: true, providers: [{ name: "Demo Home Phlebotomy", tier: ["appointment-ready", "appointment-request"] }, { name: "Demo Traveling Nurses", tier: ["appointment-request"] }] }, central_labs: { demo_lab_north: { patient_service_centers: { within_radius: 2, radius: "25", capabilities: ["stat", "appointment_scheduling_via_service", "appointment_scheduling_with_lab"] } }, demo_lab_south: { patient_service_centers: { within_radius: 0, radius: "25", capabilities: [] } } } };

/** An area without phlebotomy */
export const areaInfoNoPhlebotomy: components["schemas"]["AreaInfo"] = { zip_code: "59001", phlebotomy: { is_served: false, providers: [] }, central_labs: { demo_lab_north: { patient_service_centers: { within_radius: 1, radius: "25", capabilities: ["appointment_scheduling_with_lab"] } } } };

/** An order through a lab account, with access notes */
export const orderRequest: components["schemas"]["OrderRequest"] = { user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", lab_account_id: "b4d8fac2-5e37-4091-86c3-d9e2f406b8ca", patient_address: { access_notes: "Use the side entrance and ring twice." } };

/** An order with every field that is typed */
export const orderRequestFull: components["schemas"]["OrderRequest"] = { user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", lab_account_id: "b4d8fac2-5e37-4091-86c3-d9e2f406b8ca", patient_address: { access_notes: "Use the side entrance and ring twice." }, clinical_comments: "Fasting sample. Draw from the left arm if possible." };

/** An order with none of the fields that the service names */
export const orderRequestMinimal: components["schemas"]["OrderRequest"] = {};

/** A new order */
export const orderCreated: components["schemas"]["Order"] = { id: "e70b2df5-816a-43c4-99f6-0c152739ecfd", last_event: { status_detail: null }, events: [{ status_detail: null }], patient_address: { access_notes: "Use the side entrance and ring twice." } };

/** A new order with clinical comments */
export const orderCreatedWithComments: components["schemas"]["Order"] = { id: "d6fa1ce4-7059-42b3-88e5-fb041628dbec", last_event: { status_detail: null }, events: [{ status_detail: null }], patient_address: { access_notes: "Use the side entrance and ring twice." }, clinical_comments: "Fasting sample. Draw from the left arm if possible." };

/** An import through the active lab account */
export const orderImportRequest: components["schemas"]["OrderImportRequest"] = { user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", lab_account_id: "b4d8fac2-5e37-4091-86c3-d9e2f406b8ca" };

/** An import through a lab account in status PENDING */
export const orderImportRequestPendingAccount: components["schemas"]["OrderImportRequest"] = { user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", lab_account_id: "c5e90bd3-6f48-41a2-97d4-eaf30517c9db" };

/** An imported order */
export const orderImported: components["schemas"]["Order"] = { id: "d6fa1ce4-7059-42b3-88e5-fb041628dbec", last_event: { status_detail: null }, events: [{ status_detail: null }] };

/** An imported order whose test kit met a problem in transit (customer) */
export const orderProblemInTransitCustomer: components["schemas"]["Order"] = { id: "f81c3e06-927b-44d5-8a07-1d26384afd0e", last_event: { status: "collecting_sample.testkit.problem_in_transit_customer", low_level_status: "problem_in_transit_customer", status_detail: "Address not found" }, events: [{ status_detail: null }, { status: "collecting_sample.testkit.problem_in_transit_customer", low_level_status: "problem_in_transit_customer", status_detail: "Address not found" }] };

/** An imported order whose test kit met a problem in transit (lab) */
export const orderProblemInTransitLab: components["schemas"]["Order"] = { id: "f81c3e06-927b-44d5-8a07-1d26384afd0e", last_event: { status: "collecting_sample.testkit.problem_in_transit_lab", low_level_status: "problem_in_transit_lab", status_detail: "Parcel damaged" }, events: [{ status_detail: null }, { status: "collecting_sample.testkit.problem_in_transit_lab", low_level_status: "problem_in_transit_lab", status_detail: "Parcel damaged" }] };

/** A body without any field */
export const appointmentAvailabilityRequest: components["schemas"]["AppointmentAvailabilityRequest"] = {};

/** Fourteen days from the demo present */
export const phlebotomyAppointmentAvailability: components["schemas"]["AppointmentAvailability"] = { slots: [{ date: "2026-03-02" }, { date: "2026-03-03" }, { date: "2026-03-04" }, { date: "2026-03-05" }, { date: "2026-03-06" }, { date: "2026-03-07" }, { date: "2026-03-08" }, { date: "2026-03-09" }, { date: "2026-03-10" }, { date: "2026-03-11" }, { date: "2026-03-12" }, { date: "2026-03-13" }, { date: "2026-03-14" }, { date: "2026-03-15" }] };

/** A booking with notes */
export const phlebotomyAppointmentBooking: components["schemas"]["PhlebotomyAppointmentBooking"] = { appointment_notes: "Please call ten minutes before arrival." };

/** A booking without notes */
export const phlebotomyAppointmentBookingWithoutNotes: components["schemas"]["PhlebotomyAppointmentBooking"] = {};

/** A booked phlebotomy appointment */
export const phlebotomyAppointmentBooked: components["schemas"]["Appointment"] = { appointment_notes: "Please call ten minutes before arrival." };

/** A request with notes */
export const phlebotomyAppointmentRequest: components["schemas"]["PhlebotomyAppointmentRequest"] = { appointment_notes: "Mornings only, please." };

/** A requested phlebotomy appointment */
export const phlebotomyAppointmentRequested: components["schemas"]["Appointment"] = { appointment_notes: "Mornings only, please." };

/** A reschedule with new notes */
export const phlebotomyAppointmentReschedule: components["schemas"]["PhlebotomyAppointmentReschedule"] = { appointment_notes: "The dog is with the neighbors on the new date." };

/** A rescheduled phlebotomy appointment */
export const phlebotomyAppointmentRescheduled: components["schemas"]["Appointment"] = { appointment_notes: "The dog is with the neighbors on the new date." };

/** Fourteen days from a given first day */
export const pscAppointmentAvailability: components["schemas"]["AppointmentAvailability"] = { slots: [{ date: "2026-03-09" }, { date: "2026-03-10" }, { date: "2026-03-11" }, { date: "2026-03-12" }, { date: "2026-03-13" }, { date: "2026-03-14" }, { date: "2026-03-15" }, { date: "2026-03-16" }, { date: "2026-03-17" }, { date: "2026-03-18" }, { date: "2026-03-19" }, { date: "2026-03-20" }, { date: "2026-03-21" }, { date: "2026-03-22" }] };

/** A booking with notes at a patient service center */
export const pscAppointmentBooking: components["schemas"]["PscAppointmentBooking"] = { appointment_notes: "Wheelchair access is needed." };

/** A booking that is not confirmed yet */
export const pscAppointmentBooked: components["schemas"]["Appointment"] = { appointment_notes: "Wheelchair access is needed." };

/** A lab report to be parsed */
export const labReportUpload: components["schemas"]["LabReportUpload"] = { file: /* @__PURE__ */ new Blob(["placeholder for the bytes of lab-report.pdf"], { type: "application/pdf" }) };

/** A lab report to be parsed and then reviewed by a person */
export const labReportUploadForHumanReview: components["schemas"]["LabReportUpload"] = { file: /* @__PURE__ */ new Blob(["placeholder for the bytes of lab-report.png"], { type: "image/png" }), request_human_review: true };

/** A job that has just been submitted */
export const labReportParsingJobSubmitted: components["schemas"]["LabReportParsingJob"] = { id: "092d4f17-a38c-45e6-9b18-2e37495b0e1f" };

/** A completed job with its results */
export const labReportParsingJobCompleted: components["schemas"]["LabReportParsingJob"] = { id: "092d4f17-a38c-45e6-9b18-2e37495b0e1f", status: "completed", results: [{ biomarker_name: "Glucose", value: 91, unit: "mg/dL", reference_range: "70-99", interpretation: "within range", loinc_match: "2345-7" }, { biomarker_name: "Color of urine", value: "yellow", unit: null, reference_range: null, interpretation: "not applicable", loinc_match: null }] };

/** A job that failed, without results */
export const labReportParsingJobFailed: components["schemas"]["LabReportParsingJob"] = { id: "092d4f17-a38c-45e6-9b18-2e37495b0e1f", status: "failed" };

/** A job that waits for a person's review */
export const labReportParsingJobPendingReview: components["schemas"]["LabReportParsingJob"] = { id: "092d4f17-a38c-45e6-9b18-2e37495b0e1f", status: "pending_review" };

/** A job with a status that this contract does not know */
export const labReportParsingJobUnknownStatus: components["schemas"]["LabReportParsingJob"] = { id: "092d4f17-a38c-45e6-9b18-2e37495b0e1f", status: "status_of_a_newer_service" };

/** A first page, with a cursor to the next */
export const organizationTeamsFirstPage: components["schemas"]["OrganizationTeamPage"] = { teams: [{ id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", name: "Demo Health", created_on: "2026-01-05T10:00:00Z", region: "us" }], next_cursor: "cursor-page-2" };

/** The last page, whose cursor is null */
export const organizationTeamsLastPage: components["schemas"]["OrganizationTeamPage"] = { teams: [{ id: "9b5e3c7d-2f40-4b8c-9dae-6f708192a3b4", name: "Demo Health Europe", created_on: "2026-01-12T14:30:00Z", region: "eu" }], next_cursor: null };

/** No team matches the filters */
export const organizationTeamsNoMatch: components["schemas"]["OrganizationTeamPage"] = { teams: [], next_cursor: null };

/** A user connected a ring */
export const providerConnectionCreatedEvent: components["schemas"]["ProviderConnectionCreatedEvent"] = { event_type: "provider.connection.created", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { provider: { name: "Demo Ring", slug: "demo_ring", logo: "https://assets.example.com/providers/demo_ring.svg" } } };

/** The deprecated source beside the provider that replaces it */
export const providerConnectionCreatedEventWithSource: components["schemas"]["ProviderConnectionCreatedEvent"] = { event_type: "provider.connection.created", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { provider: { name: "Demo Ring", slug: "demo_ring", logo: "https://assets.example.com/providers/demo_ring.svg" }, source: { name: "Demo Ring", slug: "demo_ring", logo: "https://assets.example.com/providers/demo_ring.svg" } } };

/** New steps from an app on the phone, with the new source */
export const dailyDataCreatedEvent: components["schemas"]["DailyDataCreatedEvent"] = { event_type: "daily.data.steps.created", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { source: { provider: "demo_phone_health", type: "app", app_id: "com.example.demo-steps" } } };

/** New steps with the old, deprecated form of the source */
export const dailyDataCreatedEventOldSource: components["schemas"]["DailyDataCreatedEvent"] = { event_type: "daily.data.steps.created", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { source: { name: "Demo Ring", logo: "https://assets.example.com/providers/demo_ring.svg", slug: "demo_ring" } } };

/** New steps with both forms of the source */
export const dailyDataCreatedEventBothSourceForms: components["schemas"]["DailyDataCreatedEvent"] = { event_type: "daily.data.steps.created", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { source: { provider: "demo_ring", type: "ring", name: "Demo Ring", logo: "https://assets.example.com/providers/demo_ring.svg", slug: "demo_ring" } } };

/** New data of a resource that this contract does not know */
export const dailyDataCreatedEventUnknownResource: components["schemas"]["DailyDataCreatedEvent"] = { event_type: "daily.data.resource_of_a_newer_service.created", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { source: { provider: "demo_ring", type: "ring" } } };

/** Changed steps, with the new source */
export const dailyDataUpdatedEvent: components["schemas"]["DailyDataUpdatedEvent"] = { event_type: "daily.data.steps.updated", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { source: { provider: "demo_ring", type: "ring" } } };

/** Changed steps with the old, deprecated form of the source */
export const dailyDataUpdatedEventOldSource: components["schemas"]["DailyDataUpdatedEvent"] = { event_type: "daily.data.steps.updated", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { source: { name: "Demo Ring", logo: "https://assets.example.com/providers/demo_ring.svg", slug: "demo_ring" } } };

/** All historical steps have been fetched */
export const historicalDataCreatedEvent: components["schemas"]["HistoricalDataCreatedEvent"] = { event_type: "historical.data.steps.created", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { source: { provider: "demo_ring", type: "ring" } } };

/** The old form, with the old source and the deprecated flag */
export const historicalDataCreatedEventOldForm: components["schemas"]["HistoricalDataCreatedEvent"] = { event_type: "historical.data.steps.created", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { source: { name: "Demo Ring", logo: "https://assets.example.com/providers/demo_ring.svg", slug: "demo_ring" }, is_final: true } };

/** A new sleep cycle */
export const dailySleepCycleCreatedEvent: components["schemas"]["DailySleepCycleCreatedEvent"] = { event_type: "daily.data.sleep_cycle.created", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { source: { provider: "demo_ring", type: "ring" } } };

/** A changed sleep cycle */
export const dailySleepCycleUpdatedEvent: components["schemas"]["DailySleepCycleUpdatedEvent"] = { event_type: "daily.data.sleep_cycle.updated", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { source: { provider: "demo_ring", type: "ring" } } };

/** A sleep cycle of the past */
export const historicalSleepCycleCreatedEvent: components["schemas"]["HistoricalSleepCycleCreatedEvent"] = { event_type: "historical.data.sleep_cycle.created", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { source: { provider: "demo_ring", type: "ring" } } };

/** New hypnogram values */
export const dailyHypnogramCreatedEvent: components["schemas"]["DailyHypnogramCreatedEvent"] = { event_type: "daily.timeseries.hypnogram.created", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { source: { name: "Demo Ring", logo: "https://assets.example.com/providers/demo_ring.svg", slug: "demo_ring" } } };

/** Changed hypnogram values */
export const dailyHypnogramUpdatedEvent: components["schemas"]["DailyHypnogramUpdatedEvent"] = { event_type: "daily.timeseries.hypnogram.updated", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { source: { name: "Demo Ring", logo: "https://assets.example.com/providers/demo_ring.svg", slug: "demo_ring" } } };

/** Hypnogram values of a historical pull */
export const historicalHypnogramCreatedEvent: components["schemas"]["HistoricalHypnogramCreatedEvent"] = { event_type: "historical.timeseries.hypnogram.created", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { source: { name: "Demo Ring", logo: "https://assets.example.com/providers/demo_ring.svg", slug: "demo_ring" } } };

/** A parsing job was submitted */
export const labReportParsingJobCreatedEvent: components["schemas"]["LabReportParsingJobCreatedEvent"] = { event_type: "lab_report.parsing_job.created", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { id: "092d4f17-a38c-45e6-9b18-2e37495b0e1f" } };

/** A parsing job completed */
export const labReportParsingJobUpdatedEventCompleted: components["schemas"]["LabReportParsingJobUpdatedEvent"] = { event_type: "lab_report.parsing_job.updated", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { id: "092d4f17-a38c-45e6-9b18-2e37495b0e1f", status: "completed" } };

/** A parsing job failed */
export const labReportParsingJobUpdatedEventFailed: components["schemas"]["LabReportParsingJobUpdatedEvent"] = { event_type: "lab_report.parsing_job.updated", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { id: "092d4f17-a38c-45e6-9b18-2e37495b0e1f", status: "failed" } };

/** A parsing job waits for a person's review */
export const labReportParsingJobUpdatedEventPendingReview: components["schemas"]["LabReportParsingJobUpdatedEvent"] = { event_type: "lab_report.parsing_job.updated", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { id: "092d4f17-a38c-45e6-9b18-2e37495b0e1f", status: "pending_review" } };

/** A parsing job took a status that this contract does not know */
export const labReportParsingJobUpdatedEventUnknownStatus: components["schemas"]["LabReportParsingJobUpdatedEvent"] = { event_type: "lab_report.parsing_job.updated", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { id: "092d4f17-a38c-45e6-9b18-2e37495b0e1f", status: "status_of_a_newer_service" } };

/** An order event without finer detail */
export const orderEvent: components["schemas"]["OrderStatusEvent"] = { event_type: "order.updated", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { order_id: "e70b2df5-816a-43c4-99f6-0c152739ecfd", status_detail: null } };

/** An order event with finer detail about the status */
export const orderEventStatusDetail: components["schemas"]["OrderStatusEvent"] = { event_type: "order.updated", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { order_id: "f81c3e06-927b-44d5-8a07-1d26384afd0e", status: "collecting_sample.testkit.problem_in_transit_customer", low_level_status: "problem_in_transit_customer", status_detail: "The carrier reports a delay." } };

/** A test kit met a problem in transit (customer) */
export const orderEventProblemInTransitCustomer: components["schemas"]["OrderStatusEvent"] = { event_type: "order.updated", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { order_id: "f81c3e06-927b-44d5-8a07-1d26384afd0e", status: "collecting_sample.testkit.problem_in_transit_customer", low_level_status: "problem_in_transit_customer", status_detail: null } };

/** A test kit met a problem in transit (lab) */
export const orderEventProblemInTransitLab: components["schemas"]["OrderStatusEvent"] = { event_type: "order.updated", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { order_id: "f81c3e06-927b-44d5-8a07-1d26384afd0e", status: "collecting_sample.testkit.problem_in_transit_lab", low_level_status: "problem_in_transit_lab", status_detail: null } };

/** An order event with statuses that this contract does not know */
export const orderEventUnknownStatus: components["schemas"]["OrderStatusEvent"] = { event_type: "order.event_of_a_newer_service", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { order_id: "e70b2df5-816a-43c4-99f6-0c152739ecfd", status: "status_of_a_newer_service", low_level_status: "low_level_status_of_a_newer_service", status_detail: null } };

/** Part of the results of an order is available */
export const orderPartialResultsEvent: components["schemas"]["OrderPartialResultsEvent"] = { event_type: "order.partial_results", user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01", team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d", data: { order_id: "e70b2df5-816a-43c4-99f6-0c152739ecfd" } };
