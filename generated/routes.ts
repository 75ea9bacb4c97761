// The routes that each credential opens, by method. Written by `npm run generate`; edit openapi/ instead.

import type { operations } from "./types.ts";

/** What a TeamApiKey opens. */
export interface TeamRoutes {
  readonly POST: {
    /**
     * Create a user
     *
     * Registers an end user of the team under an id that the team chooses. Store the `user_id` of the answer: later calls about the user take it. An id that an existing user has is refused; the answer then says which user that is. When a deleted user had the id, creating a new user with it means that the deletion can no longer be undone.
     */
    "/v2/user/": operations["createUser"];
    /**
     * Undo the deletion of a user
     *
     * Restores a deleted user within the grace period of 7 days. The user's provider connections are not restored: the user has to connect again. Once a new user was created with the same `client_user_id`, the deletion stays.
     *
     * Name the user by exactly one of `user_id` and `client_user_id`, either in the query or in the body. The service's reference documents query parameters, while its example request sends `client_user_id` in a JSON body; both are accepted here.
     */
    "/v2/user/undo_delete": operations["undoUserDeletion"];
    /**
     * Refresh the data of a user
     *
     * Refreshes the data of a user from the connected providers, on demand. The answer lists which resources of which providers were refreshed, are still in progress, or failed.
     */
    "/v2/user/refresh/{user_id}": operations["refreshUserData"];
    /**
     * Create a link code
     *
     * Creates a code by which a mobile app on iOS shares the on-device health data of a user with the team. The code expires one hour after it was created, by the server's clock, unless `expires_at` says otherwise.
     */
    "/v2/link/code/create": operations["createLinkCode"];
    /**
     * Create a portal URL
     *
     * Creates a pre-authorized URL that leads a user into the portal, or straight to one order there. The user must have demographics. This operation is in closed beta.
     */
    "/v2/user/{user_id}/create_portal_url": operations["createPortalUrl"];
    /**
     * Create an order
     *
     * Creates a lab order. The lab account is optional: without one, the service resolves an account itself. Idempotency is optional and prevents duplicate orders; the service does not say how to ask for it. The service names `POST /v3/order` for it, too, and does not say how the two differ.
     */
    "/v3/order/create": operations["createOrder"];
    /**
     * Place an order
     *
     * Creates a lab order, like `POST /v3/order/create`: the service names both paths for it, and does not say how they differ. The lab account is optional: without one, the service resolves an account itself. Idempotency is optional and prevents duplicate orders; the service does not say how to ask for it.
     */
    "/v3/order": operations["placeOrder"];
    /**
     * Import an order
     *
     * Imports an order. Lab accounts in status `PENDING` are accepted.
     */
    "/v3/order/import": operations["importOrder"];
    /**
     * Get the availability of phlebotomy appointments
     *
     * Lists the slots in which a phlebotomy appointment can be booked. The answer always holds 14 days. The service speaks of appointment availability in general, and gives no method and no path.
     */
    "/v3/order/phlebotomy/appointment/availability": operations["getPhlebotomyAppointmentAvailability"];
    /**
     * Book a phlebotomy appointment
     *
     * Books a phlebotomy appointment for an order. The order's `access_notes` are forwarded to the phlebotomy provider with each booking; `appointment_notes` are instructions for this one appointment.
     */
    "/v3/order/{order_id}/phlebotomy/appointment/book": operations["bookPhlebotomyAppointment"];
    /**
     * Request a phlebotomy appointment
     *
     * Requests a phlebotomy appointment for an order. `appointment_notes` are instructions for this one appointment.
     */
    "/v3/order/{order_id}/phlebotomy/appointment/request": operations["requestPhlebotomyAppointment"];
    /**
     * Get the availability of patient service center appointments
     *
     * Lists the slots in which an appointment at a patient service center can be booked. Opt-in: the slots come from a cache that is refreshed every minute, so a slot may be gone by the time it is booked. The service gives no method and no path, and does not say which appointments its 14 days of slots are for.
     */
    "/v3/order/psc/appointment/availability": operations["getPscAppointmentAvailability"];
    /**
     * Book a patient service center appointment
     *
     * Books an appointment at a patient service center for an order. Opt-in: the confirmation is asynchronous, so a successful answer is not yet a confirmed appointment, and a booking has an idempotency key. The service gives no method and no path, and does not say how the key travels.
     */
    "/v3/order/{order_id}/psc/appointment/book": operations["bookPscAppointment"];
    /**
     * Create a lab report parsing job
     *
     * Beta. Uploads a lab report, a PDF, JPEG or PNG file of up to 10 MB, and creates a job that extracts its results. A flag asks for a person to review the results. Poll the job with `getLabReportParsingJob`, or wait for its events: creating it emits `lab_report.parsing_job.created`, and every change of its status emits `lab_report.parsing_job.updated`.
     *
     * The service says that bodies are JSON, and shows no encoding of the file.
     */
    "/lab_report/v1/parser/job": operations["createLabReportParsingJob"];
  };
  readonly GET: {
    /**
     * Resolve a user by client id
     *
     * Finds a user by the id that the team chose when it created the user. Store the `user_id` of the answer: later calls about the user take it.
     */
    "/v2/user/resolve/{client_user_id}": operations["resolveUser"];
    /**
     * List the provider connections of a user
     *
     * Lists what a user is connected to and, for each connection, which resources that makes available and which scopes the user granted or denied. Users are connected to cloud wearable providers, device and BLE integrations, and mobile health SDKs.
     */
    "/v2/user/providers/{user_id}": operations["listUserConnections"];
    /**
     * List providers
     *
     * Lists the data providers that a user can be connected to, with the kinds of data that each can give. Take a provider's name and logo from here: in the `source` of summaries and events they are deprecated.
     */
    "/v2/providers/": operations["listProviders"];
    /**
     * Get a provider of the link flow
     *
     * Looks up a cloud provider of the link flow by its slug. The team API key is required with or without a link token.
     */
    "/v2/link/provider/oauth/{oauth_provider}": operations["getLinkProvider"];
    /**
     * List activity summaries
     *
     * Lists the activity summaries of a user. Each has a `source` that says where the data comes from: read the provider's slug there, and look up the provider's name and logo in the list of providers.
     */
    "/v2/summary/activity/{user_id}": operations["listActivitySummaries"];
    /**
     * List body summaries
     *
     * Lists the body summaries of a user. Each has a `source` that says where the data comes from: read the provider's slug there, and look up the provider's name and logo in the list of providers.
     */
    "/v2/summary/body/{user_id}": operations["listBodySummaries"];
    /**
     * List meal summaries
     *
     * Lists the meal summaries of a user. Each has a `source` that says where the data comes from: read the provider's slug there, and look up the provider's name and logo in the list of providers.
     */
    "/v2/summary/meal/{user_id}": operations["listMealSummaries"];
    /**
     * List profile summaries
     *
     * Lists the profile summaries of a user. Each has a `source` that says where the data comes from: read the provider's slug there, and look up the provider's name and logo in the list of providers.
     */
    "/v2/summary/profile/{user_id}": operations["listProfileSummaries"];
    /**
     * List sleep summaries
     *
     * Lists the sleep summaries of a user. Each has a `source` that says where the data comes from: read the provider's slug there, and look up the provider's name and logo in the list of providers.
     */
    "/v2/summary/sleep/{user_id}": operations["listSleepSummaries"];
    /**
     * List workout summaries
     *
     * Lists the workout summaries of a user. Each has a `source` that says where the data comes from: read the provider's slug there, and look up the provider's name and logo in the list of providers.
     */
    "/v2/summary/workouts/{user_id}": operations["listWorkoutSummaries"];
    /**
     * List labs
     *
     * Lists the laboratories that tests can be ordered from, with how each collects samples and what kinds of sample it works with.
     */
    "/v3/lab_tests/labs": operations["listLabs"];
    /**
     * List markers
     *
     * Lists markers lab-wide, page by page, with a filter on the lab. To list the markers of one lab test, use `GET /v3/lab_tests/{lab_test_id}/markers`. The service gives neither a path nor an answer, and no parameter other than `lab_slug`.
     */
    "/v3/lab_tests/markers": operations["listMarkers"];
    /**
     * List the markers of a lab test
     *
     * Lists the markers that a lab test measures, page by page. Which of them are available depends on the lab account.
     */
    "/v3/lab_tests/{lab_test_id}/markers": operations["listLabTestMarkers"];
    /**
     * List lab accounts
     *
     * Lists the lab accounts of the team. Mind the path: it says `lab_test`, while the other lab test operations say `lab_tests`.
     */
    "/v3/lab_test/lab_account": operations["listLabAccounts"];
    /**
     * Find patient service centers
     *
     * Finds the patient service centers (PSC) of one lab around a zip code. An answer holds no more than 30. To see what all labs offer around a zip code, use `GET /v3/order/area/info`.
     */
    "/v3/order/psc/info": operations["getPscInfo"];
    /**
     * Get area information
     *
     * Tells what is on offer around a zip code: whether phlebotomy is served and by whom, and what each lab has within the radius in patient service centers.
     */
    "/v3/order/area/info": operations["getAreaInfo"];
    /**
     * Get a lab report parsing job
     *
     * Returns the status of a lab report parsing job and the results that were extracted from the report. The service calls the upload beta.
     */
    "/lab_report/v1/parser/job/{job_id}": operations["getLabReportParsingJob"];
  };
  readonly DELETE: {
    /**
     * Disconnect a provider
     *
     * Ends the connection between a user and a provider.
     *
     * What happens is well defined for cloud-based providers only. With an on-device health store in automatic connect mode, which is the default, deregistration has no effect. Use explicit connect mode, pause on the client, or sign out of the SDK there instead.
     */
    "/v2/user/{user_id}/{provider}": operations["disconnectProvider"];
  };
  readonly PATCH: {
    /**
     * Reschedule a phlebotomy appointment
     *
     * Moves the phlebotomy appointment of an order. The order's `access_notes` are forwarded to the phlebotomy provider with each reschedule; `appointment_notes` are instructions for this one appointment.
     */
    "/v3/order/{order_id}/phlebotomy/appointment/reschedule": operations["reschedulePhlebotomyAppointment"];
  };
}

/** What a ManagementKey opens. */
export interface ManagementRoutes {
  readonly GET: {
    /**
     * List the teams of an organization
     *
     * Returns the teams of an organization page by page.
     *
     * This operation lives on its own host and takes the key of an organization in `X-Management-Key`; the API key of a team is rejected here.
     */
    "/v1/org/{org_id}/team": operations["listOrganizationTeams"];
  };
}
