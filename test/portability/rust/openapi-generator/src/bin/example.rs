// A user, an error, an open enum, pages, an upload and an event, with the client of openapi-generator for Rust.
use http::HeaderMap;
use standardwebhooks::{HEADER_WEBHOOK_ID, HEADER_WEBHOOK_SIGNATURE, HEADER_WEBHOOK_TIMESTAMP, Webhook};
use std::env::var;
use std::time::{SystemTime, UNIX_EPOCH};
use wearable_client::apis::Error::ResponseError;
use wearable_client::apis::configuration::{ApiKey, Configuration};
use wearable_client::apis::connections_api::list_user_connections;
use wearable_client::apis::lab_reports_api::create_lab_report_parsing_job;
use wearable_client::apis::lab_tests_api::list_markers;
use wearable_client::apis::users_api::{CreateUserError, create_user, resolve_user};
use wearable_client::models::CreateUserRequest;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Authentication: the team's key in its own header
    let key = ApiKey { prefix: None, key: var("API_KEY")? };
    let configuration = Configuration { base_path: var("BASE_URL")?, api_key: Some(key), ..Default::default() };

    // Errors: each documented status is read into its own model
    match create_user(&configuration, CreateUserRequest::new("demo-runner-01".into())) {
        Err(ResponseError(refused)) => match refused.entity {
            Some(CreateUserError::Status400(taken)) => println!("taken by {}", taken.user_id),
            other => return Err(format!("{}: {other:?}", refused.status).into()),
        },
        other => println!("created {}", other?.user_id),
    }

    // Open enums: their values are plain texts, so an unknown one is no error
    let user = resolve_user(&configuration, "demo-runner-01")?;
    for connection in list_user_connections(&configuration, &user.user_id.to_string())?.providers {
        println!("{} is healthy: {}", connection.slug, connection.status == "connected");
    }

    // Pages: ask for the next one until the last
    let mut page = 1;
    loop {
        let markers = list_markers(&configuration, None, None, Some(page), None)?;
        println!("markers {}", markers.markers.len());
        if markers.pages.is_none_or(|pages| page >= pages) {
            break;
        }
        page += 1;
    }

    // Uploads: the type of the file comes from its name
    let report = std::env::temp_dir().join("report.pdf");
    std::fs::write(&report, "%PDF-1.7")?;
    create_lab_report_parsing_job(&configuration, report, None)?;
    println!("uploaded");

    // Events: verify the bytes as they came, then read them
    let webhook = Webhook::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")?;
    let body = br#"{"event_type":"daily.data.sleep.created"}"#;
    let sent = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let mut headers = HeaderMap::new();
    headers.insert(HEADER_WEBHOOK_ID, "evt_1".parse()?);
    headers.insert(HEADER_WEBHOOK_TIMESTAMP, sent.into());
    headers.insert(HEADER_WEBHOOK_SIGNATURE, webhook.sign("evt_1", sent as i64, body)?.parse()?);
    webhook.verify(body, &headers)?;
    let event: serde_json::Value = serde_json::from_slice(body)?;
    println!("event {}", event["event_type"]);
    Ok(())
}
