// Makes a call with the client of progenitor: its methods are named by the operations, and wait in a runtime of the caller.
use crate::{Answer, argument, service};
use reqwest::header::{HeaderMap, HeaderValue};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, to_value};
use std::num::NonZeroU64;
use wearable_client::{Client, Error, ResponseValue};
pub use wearable_client::types as models;

pub fn call(operation: &str, given: &Map<String, Value>) -> Answer {
    let (address, header, key) = service(operation);
    let headers = HeaderMap::from_iter([(header.parse()?, HeaderValue::from_str(&key)?)]);
    let client = Client::new_with_client(&address, reqwest::Client::builder().default_headers(headers).build()?);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    macro_rules! call {
        ($method:ident $(, $name:ident)*) => {
            answer(runtime.block_on(client.$method($(Argument::read(given, stringify!($name))?),*)))
        };
    }
    match operation {
        "createUser" => call!(create_user, body),
        "resolveUser" => call!(resolve_user, client_user_id),
        "undoUserDeletion" => call!(undo_user_deletion, client_user_id, user_id, body),
        "createLinkCode" => call!(create_link_code, expires_at, user_id),
        "getLinkProvider" => call!(get_link_provider, oauth_provider, x_service_link_token),
        "listProviders" => call!(list_providers, source_type),
        "listUserConnections" => call!(list_user_connections, user_id),
        "refreshUserData" => call!(refresh_user_data, user_id, timeout),
        "disconnectProvider" => call!(disconnect_provider, user_id, provider),
        "listActivitySummaries" => call!(list_activity_summaries, user_id),
        "listBodySummaries" => call!(list_body_summaries, user_id),
        "listMealSummaries" => call!(list_meal_summaries, user_id),
        "listProfileSummaries" => call!(list_profile_summaries, user_id),
        "listSleepSummaries" => call!(list_sleep_summaries, user_id),
        "listWorkoutSummaries" => call!(list_workout_summaries, user_id),
        "createPortalUrl" => call!(create_portal_url, user_id, body),
        "listLabs" => call!(list_labs),
        "listMarkers" => call!(list_markers, lab_account_id, lab_slug, page, size),
        "listLabTestMarkers" => call!(list_lab_test_markers, lab_test_id, lab_account_id, page, size),
        "listLabAccounts" => call!(list_lab_accounts, lab_account_id, status),
        "getPscInfo" => call!(get_psc_info, capabilities, lab_account_id, lab_id, radius, zip_code),
        "getAreaInfo" => call!(get_area_info, lab, lab_account_id, labs, radius, zip_code),
        "createOrder" => call!(create_order, idempotency_key, body),
        "placeOrder" => call!(place_order, idempotency_key, body),
        "importOrder" => call!(import_order, body),
        "getPhlebotomyAppointmentAvailability" => {
            call!(get_phlebotomy_appointment_availability, start_date, body)
        }
        "bookPhlebotomyAppointment" => call!(book_phlebotomy_appointment, order_id, body),
        "reschedulePhlebotomyAppointment" => call!(reschedule_phlebotomy_appointment, order_id, body),
        "requestPhlebotomyAppointment" => call!(request_phlebotomy_appointment, order_id, body),
        "getPscAppointmentAvailability" => call!(get_psc_appointment_availability, start_date, body),
        "bookPscAppointment" => call!(book_psc_appointment, order_id, idempotency_key, body),
        "getLabReportParsingJob" => call!(get_lab_report_parsing_job, job_id),
        "listOrganizationTeams" => {
            call!(list_organization_teams, org_id, next_cursor, region, search_query)
        }
        _ => Err("the driver has no such operation".into()),
    }
}

fn answer<T: Serialize, E: Serialize + std::fmt::Debug>(result: Result<ResponseValue<T>, Error<E>>) -> Answer {
    match result {
        Ok(answer) => Ok((answer.status().as_u16(), to_value(answer.into_inner())?)),
        Err(Error::ErrorResponse(error)) => Ok((error.status().as_u16(), to_value(error.into_inner())?)),
        Err(error) => Err(format!("{error:?}").into()),
    }
}

/// An argument as a method takes it: texts and models are borrowed.
trait Argument<'a>: Sized {
    fn read(given: &'a Map<String, Value>, name: &str) -> Result<Self, serde_json::Error>;
}

impl<'a, T: DeserializeOwned> Argument<'a> for &'a T {
    fn read(given: &'a Map<String, Value>, name: &str) -> Result<Self, serde_json::Error> {
        // It lives as long as the driver
        Ok(Box::leak(Box::new(argument(given, name)?)))
    }
}

impl<'a, T: Argument<'a>> Argument<'a> for Option<T> {
    fn read(given: &'a Map<String, Value>, name: &str) -> Result<Self, serde_json::Error> {
        given.contains_key(name).then(|| T::read(given, name)).transpose()
    }
}

macro_rules! by_value {
    ($($type:ty),*) => {
        $(impl<'a> Argument<'a> for $type {
            fn read(given: &'a Map<String, Value>, name: &str) -> Result<Self, serde_json::Error> {
                argument(given, name)
            }
        })*
    };
}

by_value!(&'a str, i64, f64, NonZeroU64);
