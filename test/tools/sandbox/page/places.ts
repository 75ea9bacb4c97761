// The pages of the sandbox that every test of them goes through, with things of the demo cast.

export const runner = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
export const order = "e70b2df5-816a-43c4-99f6-0c152739ecfd";
export const job = "092d4f17-a38c-45e6-9b18-2e37495b0e1f";

export const allPages = [
  "",
  "users/",
  `users/${runner}`,
  "orders/",
  `orders/${order}`,
  "lab-reports/",
  `lab-reports/${job}`,
  "calls/",
  "events/",
  "deliveries/",
  "deliveries/?state=parked",
  "simulate/",
  "stories/",
  "stories/late_correction_of_a_day",
  "clock/",
  "faults/",
  "event-faults/",
  "endpoints/",
  "worlds/",
] as const;
