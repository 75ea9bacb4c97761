// Tells the story with a generated client: `call.rs` of the generator's folder makes each call by the operation's name.
mod call;

use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::{env, error::Error, fs};

/// A status, and the answer as the client's model writes it again.
pub type Answer = Result<(u16, Value), Box<dyn Error>>;

#[derive(Deserialize)]
pub struct Step {
    pub operation: String,
    #[serde(default, flatten)]
    parts: HashMap<String, Value>,
    #[serde(default = "success")]
    status: u16,
    #[serde(default)]
    save: HashMap<String, String>,
}

fn success() -> u16 {
    200
}

impl Step {
    /// The arguments by their names in Rust; the JSON body is `body`, and a file of a form is the path of a file.
    fn arguments(&self, saved: &Map<String, Value>) -> Result<Map<String, Value>, Box<dyn Error>> {
        let mut arguments = Map::new();
        for part in ["path", "query", "headers"] {
            for (name, value) in self.parts.get(part).and_then(Value::as_object).into_iter().flatten() {
                let kept = value.as_str().and_then(|text| text.strip_prefix('$')).and_then(|name| saved.get(name));
                arguments.insert(name.replace('-', "_").to_lowercase(), kept.unwrap_or(value).clone());
            }
        }
        for (name, file) in self.parts.get("form").and_then(Value::as_object).into_iter().flatten() {
            let path = env::temp_dir().join(file["name"].as_str().unwrap_or_default());
            fs::write(&path, file["text"].as_str().unwrap_or_default())?;
            arguments.insert(name.clone(), path.to_string_lossy().into());
        }
        if let Some(body) = self.parts.get("body") {
            arguments.insert("body".into(), body.clone());
        }
        Ok(arguments)
    }

    fn tell(&self, saved: &mut Map<String, Value>) -> Result<(), Box<dyn Error>> {
        let (status, answer) = call::call(&self.operation, &self.arguments(saved)?)?;
        if status != self.status {
            return Err(format!("the status is {status}").into());
        }
        for (name, field) in &self.save {
            saved.insert(name.clone(), answer[field].clone());
        }
        Ok(())
    }
}

#[derive(Deserialize)]
struct Event {
    model: String,
    event: Value,
}

impl Event {
    fn read(self) -> Result<(), Box<dyn Error>> {
        macro_rules! read {
            ($($model:ident)*) => {
                match self.model.as_str() {
                    $(stringify!($model) => drop(serde_json::from_value::<call::models::$model>(self.event)?),)*
                    _ => return Err("the driver does not know the model".into()),
                }
            };
        }
        read!(
            EventEnvelope ProviderConnectionCreatedEvent
            DailyDataCreatedEvent DailyDataUpdatedEvent HistoricalDataCreatedEvent
            DailySleepCycleCreatedEvent DailySleepCycleUpdatedEvent HistoricalSleepCycleCreatedEvent
            DailyHypnogramCreatedEvent DailyHypnogramUpdatedEvent HistoricalHypnogramCreatedEvent
            LabReportParsingJobCreatedEvent LabReportParsingJobUpdatedEvent
            OrderStatusEvent OrderPartialResultsEvent
        );
        Ok(())
    }
}

/// An argument in the type that the client wants; one that the story does not give is `None`.
pub fn argument<'a, T: Deserialize<'a>>(arguments: &'a Map<String, Value>, name: &str) -> Result<T, serde_json::Error> {
    T::deserialize(arguments.get(name).unwrap_or(&Value::Null))
}

/// The address and the key for an operation: one takes the key of an organization, at an address of its own.
pub fn service(operation: &str) -> (String, &'static str, String) {
    let (address, header, key) = match operation {
        "listOrganizationTeams" => ("MANAGEMENT_URL", "X-Management-Key", "MANAGEMENT_KEY"),
        _ => ("BASE_URL", "x-service-api-key", "API_KEY"),
    };
    (env::var(address).unwrap_or_default(), header, env::var(key).unwrap_or_default())
}

fn report(name: &str, result: Result<(), Box<dyn Error>>) {
    match result {
        Ok(()) => println!("ok {name}"),
        Err(error) => println!("failed {name} {}", error.to_string().replace('\n', " ")),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let story: Vec<Step> = serde_json::from_str(&fs::read_to_string("story.json")?)?;
    let mut saved = Map::new();
    for step in story {
        report(&step.operation, step.tell(&mut saved));
    }
    let events: Vec<Event> = serde_json::from_str(&fs::read_to_string("events.json")?)?;
    for event in events {
        report(&format!("event {}", event.model), event.read());
    }
    Ok(())
}
