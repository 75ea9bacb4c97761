// Sections 2.3, 4.9: the catalog of providers.
import {
  array,
  type Fact,
  fields,
  NULL_LEFT_OUT,
  nullable,
  object,
  openEnum,
  optional,
  parameters,
  response,
  string,
} from "./fact.ts";

export const AUTH_TYPES = ["oauth", "team_oauth", "sdk", "password", "email", "app"];

/** As listed in 2.3; `hrv`, listed twice there, stands once. */
const SUPPORTED_RESOURCES =
  "profile, activity, sleep, body, workouts, workout_stream, connection, order, result, match_review, appointment, glucose, heartrate, hrv, ige, igg, blood_oxygen, blood_pressure, cholesterol, device, device_legacy, weight, fat, body_temperature, body_temperature_delta, meal, water, caffeine, mindfulness_minutes, steps, calories_active, distance, floors_climbed, respiratory_rate, vo2_max, calories_basal, stress_level, menstrual_cycle, sleep_cycle, electrocardiogram, electrocardiogram_voltage, afib_burden, heart_rate_alert, stand_hour, stand_duration, sleep_apnea_alert, sleep_breathing_disturbance, wheelchair_push, forced_expiratory_volume_1, forced_vital_capacity, peak_expiratory_flow_rate, inhaler_usage, fall, uv_exposure, daylight_exposure, handwashing, basal_body_temperature, heart_rate_recovery_one_minute, body_mass_index, lean_body_mass, waist_circumference, workout_distance, workout_swimming_stroke, workout_duration, insulin_injection, carbohydrates, note, sleep_stream, hypnogram".split(
    ", ",
  );

export const providers: readonly Fact[] = [
  ...parameters("4.9", "listProviders", {
    "query source_type": optional(
      string({ mentions: NULL_LEFT_OUT, notShown: /its values/i, assumed: /no filter \(leaves open: meaning\)/ }),
    ),
  }),
  ...fields("2.3", response("listProviders"), {
    "": array(object()),
    "[]": object(),
    "[].name": string(),
    "[].slug": string(),
    "[].description": string(),
    "[].logo": nullable(string({ notShown: /URL/ })),
    "[].auth_type": optional(nullable(openEnum(AUTH_TYPES))),
    "[].supported_resources": optional(
      array(
        openEnum(SUPPORTED_RESOURCES, {
          mentions: [/`hrv` twice/, /`hypnogram`.*deprecated.*`sleep_cycle` replaces it/],
        }),
      ),
    ),
  }),
];
