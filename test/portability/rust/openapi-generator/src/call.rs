// Makes a call with the client of openapi-generator for Rust: its functions are named by the operations.
use crate::{Answer, argument, service};
use serde::Serialize;
use serde_json::{Map, Value, to_value};
use wearable_client::apis::configuration::{ApiKey, Configuration};
use wearable_client::apis::{Error, *};
pub use wearable_client::models;

pub fn call(operation: &str, given: &Map<String, Value>) -> Answer {
    let (base_path, _, key) = service(operation);
    let configuration = Configuration { base_path, api_key: Some(ApiKey { prefix: None, key }), ..Default::default() };
    macro_rules! call {
        ($function:path $(, $name:ident)*) => { answer($function(&configuration $(, argument(given, stringify!($name))?)*)) };
    }
    match operation {
        "createUser" => call!(users_api::create_user, body),
        "resolveUser" => call!(users_api::resolve_user, client_user_id),
        "undoUserDeletion" => call!(users_api::undo_user_deletion, user_id, client_user_id, body),
        "createLinkCode" => call!(link_api::create_link_code, user_id, expires_at),
        "getLinkProvider" => call!(link_api::get_link_provider, oauth_provider, x_service_link_token),
        "listProviders" => call!(providers_api::list_providers, source_type),
        "listUserConnections" => call!(connections_api::list_user_connections, user_id),
        "refreshUserData" => call!(connections_api::refresh_user_data, user_id, timeout),
        "disconnectProvider" => call!(connections_api::disconnect_provider, user_id, provider),
        "listActivitySummaries" => call!(summaries_api::list_activity_summaries, user_id),
        "listBodySummaries" => call!(summaries_api::list_body_summaries, user_id),
        "listMealSummaries" => call!(summaries_api::list_meal_summaries, user_id),
        "listProfileSummaries" => call!(summaries_api::list_profile_summaries, user_id),
        "listSleepSummaries" => call!(summaries_api::list_sleep_summaries, user_id),
        "listWorkoutSummaries" => call!(summaries_api::list_workout_summaries, user_id),
        "createPortalUrl" => call!(portal_api::create_portal_url, user_id, body),
        "listLabs" => call!(lab_tests_api::list_labs),
        "listMarkers" => call!(lab_tests_api::list_markers, lab_slug, lab_account_id, page, size),
        "listLabTestMarkers" => call!(lab_tests_api::list_lab_test_markers, lab_test_id, lab_account_id, page, size),
        "listLabAccounts" => call!(lab_tests_api::list_lab_accounts, lab_account_id, status),
        "getPscInfo" => call!(lab_locations_api::get_psc_info, zip_code, lab_id, radius, capabilities, lab_account_id),
        "getAreaInfo" => call!(lab_locations_api::get_area_info, zip_code, radius, lab, labs, lab_account_id),
        "createOrder" => call!(orders_api::create_order, body, idempotency_key),
        "placeOrder" => call!(orders_api::place_order, body, idempotency_key),
        "importOrder" => call!(orders_api::import_order, body),
        "getPhlebotomyAppointmentAvailability" => {
            call!(appointments_api::get_phlebotomy_appointment_availability, start_date, body)
        }
        "bookPhlebotomyAppointment" => call!(appointments_api::book_phlebotomy_appointment, order_id, body),
        "reschedulePhlebotomyAppointment" => call!(appointments_api::reschedule_phlebotomy_appointment, order_id, body),
        "requestPhlebotomyAppointment" => call!(appointments_api::request_phlebotomy_appointment, order_id, body),
        "getPscAppointmentAvailability" => call!(appointments_api::get_psc_appointment_availability, start_date, body),
        "bookPscAppointment" => call!(appointments_api::book_psc_appointment, order_id, body, idempotency_key),
        "createLabReportParsingJob" => {
            call!(lab_reports_api::create_lab_report_parsing_job, file, request_human_review)
        }
        "getLabReportParsingJob" => call!(lab_reports_api::get_lab_report_parsing_job, job_id),
        "listOrganizationTeams" => {
            call!(organization_api::list_organization_teams, org_id, region, search_query, next_cursor)
        }
        _ => Err("the driver has no such operation".into()),
    }
}

fn answer<T: Serialize, E: Serialize + std::fmt::Debug + 'static>(result: Result<T, Error<E>>) -> Answer {
    match result {
        Ok(answer) => Ok((200, to_value(answer)?)),
        Err(Error::ResponseError(error)) if error.entity.is_some() => {
            Ok((error.status.as_u16(), to_value(error.entity)?))
        }
        Err(error) => Err(format!("{error:?}").into()),
    }
}
