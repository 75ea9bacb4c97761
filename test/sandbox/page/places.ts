// The views of the sandbox that every test of them goes through, with things of the demo cast.

export const runner = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
export const order = "e70b2df5-816a-43c4-99f6-0c152739ecfd";

export const allPages = [
  "",
  "calls/",
  "deliveries/",
  `users/${runner}`,
  "form/listRecords?kind=users",
  "form/simulateHappening?name=orderMoved",
  "form/addFault",
  "form/playStory",
  "form/openWorld",
  "form/simulateHappening",
] as const;
