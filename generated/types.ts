// Types of the contract. Written by `npm run generate`; edit openapi/ instead.

export interface paths {
    "/v2/user/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a user
         * @description Registers an end user of the team under an id that the team chooses. Store the `user_id` of the answer: later calls about the user take it. An id that an existing user has is refused; the answer then says which user that is. When a deleted user had the id, creating a new user with it means that the deletion can no longer be undone.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/user/resolve/{client_user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Resolve a user by client id
         * @description Finds a user by the id that the team chose when it created the user. Store the `user_id` of the answer: later calls about the user take it.
         */
        get: operations["resolveUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/user/undo_delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the deletion of a user
         * @description Restores a deleted user within the grace period of 7 days. The user's provider connections are not restored: the user has to connect again. Once a new user was created with the same `client_user_id`, the deletion stays.
         *
         *     Name the user by exactly one of `user_id` and `client_user_id`, either in the query or in the body. The service's reference documents query parameters, while its example request sends `client_user_id` in a JSON body; both are accepted here.
         */
        post: operations["undoUserDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/user/providers/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the provider connections of a user
         * @description Lists what a user is connected to and, for each connection, which resources that makes available and which scopes the user granted or denied. Users are connected to cloud wearable providers, device and BLE integrations, and mobile health SDKs.
         */
        get: operations["listUserConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/user/refresh/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh the data of a user
         * @description Refreshes the data of a user from the connected providers, on demand. The answer lists which resources of which providers were refreshed, are still in progress, or failed.
         */
        post: operations["refreshUserData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/user/{user_id}/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Disconnect a provider
         * @description Ends the connection between a user and a provider.
         *
         *     What happens is well defined for cloud-based providers only. With an on-device health store in automatic connect mode, which is the default, deregistration has no effect. Use explicit connect mode, pause on the client, or sign out of the SDK there instead.
         */
        delete: operations["disconnectProvider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/providers/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List providers
         * @description Lists the data providers that a user can be connected to, with the kinds of data that each can give. Take a provider's name and logo from here: in the `source` of summaries and events they are deprecated.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/link/code/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link code
         * @description Creates a code by which a mobile app on iOS shares the on-device health data of a user with the team. The code expires one hour after it was created, by the server's clock, unless `expires_at` says otherwise.
         */
        post: operations["createLinkCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/link/provider/oauth/{oauth_provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a provider of the link flow
         * @description Looks up a cloud provider of the link flow by its slug. The team API key is required with or without a link token.
         */
        get: operations["getLinkProvider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/user/{user_id}/create_portal_url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a portal URL
         * @description Creates a pre-authorized URL that leads a user into the portal, or straight to one order there. The user must have demographics. This operation is in closed beta.
         */
        post: operations["createPortalUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/summary/activity/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List activity summaries
         * @description Lists the activity summaries of a user. Each has a `source` that says where the data comes from: read the provider's slug there, and look up the provider's name and logo in the list of providers.
         */
        get: operations["listActivitySummaries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/summary/body/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List body summaries
         * @description Lists the body summaries of a user. Each has a `source` that says where the data comes from: read the provider's slug there, and look up the provider's name and logo in the list of providers.
         */
        get: operations["listBodySummaries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/summary/meal/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List meal summaries
         * @description Lists the meal summaries of a user. Each has a `source` that says where the data comes from: read the provider's slug there, and look up the provider's name and logo in the list of providers.
         */
        get: operations["listMealSummaries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/summary/profile/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List profile summaries
         * @description Lists the profile summaries of a user. Each has a `source` that says where the data comes from: read the provider's slug there, and look up the provider's name and logo in the list of providers.
         */
        get: operations["listProfileSummaries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/summary/sleep/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sleep summaries
         * @description Lists the sleep summaries of a user. Each has a `source` that says where the data comes from: read the provider's slug there, and look up the provider's name and logo in the list of providers.
         */
        get: operations["listSleepSummaries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/summary/workouts/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workout summaries
         * @description Lists the workout summaries of a user. Each has a `source` that says where the data comes from: read the provider's slug there, and look up the provider's name and logo in the list of providers.
         */
        get: operations["listWorkoutSummaries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/lab_tests/labs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List labs
         * @description Lists the laboratories that tests can be ordered from, with how each collects samples and what kinds of sample it works with.
         */
        get: operations["listLabs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/lab_tests/markers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List markers
         * @description Lists markers lab-wide, page by page, with a filter on the lab. To list the markers of one lab test, use `GET /v3/lab_tests/{lab_test_id}/markers`. The service gives neither a path nor an answer, and no parameter other than `lab_slug`.
         */
        get: operations["listMarkers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/lab_tests/{lab_test_id}/markers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the markers of a lab test
         * @description Lists the markers that a lab test measures, page by page. Which of them are available depends on the lab account.
         */
        get: operations["listLabTestMarkers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/lab_test/lab_account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List lab accounts
         * @description Lists the lab accounts of the team. Mind the path: it says `lab_test`, while the other lab test operations say `lab_tests`.
         */
        get: operations["listLabAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/order/psc/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find patient service centers
         * @description Finds the patient service centers (PSC) of one lab around a zip code. An answer holds no more than 30. To see what all labs offer around a zip code, use `GET /v3/order/area/info`.
         */
        get: operations["getPscInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/order/area/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get area information
         * @description Tells what is on offer around a zip code: whether phlebotomy is served and by whom, and what each lab has within the radius in patient service centers.
         */
        get: operations["getAreaInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/order/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an order
         * @description Creates a lab order. The lab account is optional: without one, the service resolves an account itself. Idempotency is optional and prevents duplicate orders; the service does not say how to ask for it. The service names `POST /v3/order` for it, too, and does not say how the two differ.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Place an order
         * @description Creates a lab order, like `POST /v3/order/create`: the service names both paths for it, and does not say how they differ. The lab account is optional: without one, the service resolves an account itself. Idempotency is optional and prevents duplicate orders; the service does not say how to ask for it.
         */
        post: operations["placeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/order/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import an order
         * @description Imports an order. Lab accounts in status `PENDING` are accepted.
         */
        post: operations["importOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/order/phlebotomy/appointment/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the availability of phlebotomy appointments
         * @description Lists the slots in which a phlebotomy appointment can be booked. The answer always holds 14 days. The service speaks of appointment availability in general, and gives no method and no path.
         */
        post: operations["getPhlebotomyAppointmentAvailability"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/order/{order_id}/phlebotomy/appointment/book": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Book a phlebotomy appointment
         * @description Books a phlebotomy appointment for an order. The order's `access_notes` are forwarded to the phlebotomy provider with each booking; `appointment_notes` are instructions for this one appointment.
         */
        post: operations["bookPhlebotomyAppointment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/order/{order_id}/phlebotomy/appointment/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a phlebotomy appointment
         * @description Requests a phlebotomy appointment for an order. `appointment_notes` are instructions for this one appointment.
         */
        post: operations["requestPhlebotomyAppointment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/order/{order_id}/phlebotomy/appointment/reschedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Reschedule a phlebotomy appointment
         * @description Moves the phlebotomy appointment of an order. The order's `access_notes` are forwarded to the phlebotomy provider with each reschedule; `appointment_notes` are instructions for this one appointment.
         */
        patch: operations["reschedulePhlebotomyAppointment"];
        trace?: never;
    };
    "/v3/order/psc/appointment/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the availability of patient service center appointments
         * @description Lists the slots in which an appointment at a patient service center can be booked. Opt-in: the slots come from a cache that is refreshed every minute, so a slot may be gone by the time it is booked. The service gives no method and no path, and does not say which appointments its 14 days of slots are for.
         */
        post: operations["getPscAppointmentAvailability"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/order/{order_id}/psc/appointment/book": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Book a patient service center appointment
         * @description Books an appointment at a patient service center for an order. Opt-in: the confirmation is asynchronous, so a successful answer is not yet a confirmed appointment, and a booking has an idempotency key. The service gives no method and no path, and does not say how the key travels.
         */
        post: operations["bookPscAppointment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lab_report/v1/parser/job": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a lab report parsing job
         * @description Beta. Uploads a lab report, a PDF, JPEG or PNG file of up to 10 MB, and creates a job that extracts its results. A flag asks for a person to review the results. Poll the job with `getLabReportParsingJob`, or wait for its events: creating it emits `lab_report.parsing_job.created`, and every change of its status emits `lab_report.parsing_job.updated`.
         *
         *     The service says that bodies are JSON, and shows no encoding of the file.
         */
        post: operations["createLabReportParsingJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lab_report/v1/parser/job/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a lab report parsing job
         * @description Returns the status of a lab report parsing job and the results that were extracted from the report. The service calls the upload beta.
         */
        get: operations["getLabReportParsingJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/org/{org_id}/team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the teams of an organization
         * @description Returns the teams of an organization page by page.
         *
         *     This operation lives on its own host and takes the key of an organization in `X-Management-Key`; the API key of a team is rejected here.
         */
        get: operations["listOrganizationTeams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "provider.connection.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Handle a new provider connection
         * @description Sent when a user was connected to a provider. Read `provider`; it replaces `source`, an identical field, which is deprecated.
         */
        post: operations["onProviderConnectionCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "daily.data.{resource}.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Handle created data of a resource
         * @description Brings data of a resource, which is part of the name: `daily.data.steps.created`, for example.
         *
         *     The `source` object is changing: its `name`, `logo` and `slug` are deprecated, and only the slug of the provider stays. Look up name and logo in the list of providers (operation `listProviders`).
         *
         *     `daily.data.sleep_cycle.created` is an event of this family that carries a summary in addition.
         */
        post: operations["onDailyDataCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "daily.data.{resource}.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Handle updated data of a resource
         * @description Brings data of a resource, which is part of the name: `daily.data.steps.updated`, for example.
         *
         *     The `source` object is changing: its `name`, `logo` and `slug` are deprecated, and only the slug of the provider stays. Look up name and logo in the list of providers (operation `listProviders`).
         *
         *     `daily.data.sleep_cycle.updated` is an event of this family that carries a summary in addition.
         */
        post: operations["onDailyDataUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "historical.data.{resource}.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Handle the completed historical pull of a resource
         * @description Sent once per resource, and only after all chunks of its historical data have been fetched. The resource is part of the name: `historical.data.steps.created`, for example. The flag `is_final` is removed, so do not require it.
         *
         *     `historical.data.sleep_cycle.created` is an event of this family that carries a summary in addition.
         */
        post: operations["onHistoricalDataCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "daily.data.sleep_cycle.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Handle a created sleep cycle
         * @description Its payload is the summary of the sleep cycle, with the session's hypnogram in detail. New: with the other events of sleep cycles it replaces the deprecated hypnogram timeseries.
         *
         *     It is an event of the family `daily.data.<resource>.created`.
         */
        post: operations["onDailySleepCycleCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "daily.data.sleep_cycle.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Handle an updated sleep cycle
         * @description Its payload is the summary of the sleep cycle, with the session's hypnogram in detail. New: with the other events of sleep cycles it replaces the deprecated hypnogram timeseries.
         *
         *     It is an event of the family `daily.data.<resource>.updated`.
         */
        post: operations["onDailySleepCycleUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "historical.data.sleep_cycle.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Handle historical sleep cycles
         * @description Its payload is the summary of the sleep cycle, with the session's hypnogram in detail. New: with the other events of sleep cycles it replaces the deprecated hypnogram timeseries.
         *
         *     It is an event of the family `historical.data.<resource>.created`: sent once, after all chunks of the historical data have been fetched.
         */
        post: operations["onHistoricalSleepCycleCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "daily.timeseries.hypnogram.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Handle created hypnogram values
         * @deprecated
         * @description Deprecated: the sleep cycle events, such as `daily.data.sleep_cycle.created`, replace the hypnogram type. Stop processing this event.
         */
        post: operations["onDailyHypnogramCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "daily.timeseries.hypnogram.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Handle updated hypnogram values
         * @deprecated
         * @description Deprecated: the sleep cycle events, such as `daily.data.sleep_cycle.updated`, replace the hypnogram type. Stop processing this event.
         */
        post: operations["onDailyHypnogramUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "historical.timeseries.hypnogram.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Handle historical hypnogram values
         * @deprecated
         * @description Deprecated: the sleep cycle events, such as `historical.data.sleep_cycle.created`, replace the hypnogram type. Stop processing this event.
         */
        post: operations["onHistoricalHypnogramCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_report.parsing_job.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Handle a submitted lab report parsing job
         * @description Sent when a lab report parsing job was submitted (operation `createLabReportParsingJob`).
         */
        post: operations["onLabReportParsingJobCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_report.parsing_job.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Handle a lab report parsing job whose status changed
         * @description Sent when a lab report parsing job changed its status: completed, failed or pending review. Read the job with `getLabReportParsingJob` to get its results.
         */
        post: operations["onLabReportParsingJobUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.{event}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Handle an order event
         * @description An event of an order. Every order event carries `status_detail`, which may be null.
         *
         *     The service names no order event, and does not say whether partial results are one.
         */
        post: operations["onOrderEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.partial_results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Handle partial results of an order
         * @description Tells of partial results of an order. It can be enabled per team.
         *
         *     The service gives no name for it, and does not say whether it is an order event.
         */
        post: operations["onOrderPartialResults"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A user to create. */
        CreateUserRequest: {
            /** @description The team's own unique id of the user. Keep personal data out of it: no e-mail address, no phone number. */
            client_user_id: string;
            /** @description Identifier in the IANA time zone database, for example `Europe/Berlin`. Used for data that arrives without a time zone of its own. */
            fallback_time_zone?: string | null;
            /**
             * Format: date
             * @description Birth date, as `YYYY-mm-dd`. Where a provider reports no age, the maximum heart rate is derived from it.
             */
            fallback_birth_date?: string | null;
            /**
             * Format: date
             * @description Start bound of data ingestion.
             */
            ingestion_start?: string | null;
            /**
             * Format: date
             * @description End bound of data ingestion.
             */
            ingestion_end?: string | null;
        };
        /** @description Both ids of a user that was just created. */
        CreatedUser: {
            /**
             * Format: uuid
             * @description Id assigned by the service. Store it and use it for every later call.
             */
            user_id: string;
            /** @description The team's own id of the user. */
            client_user_id: string;
        };
        /** @description The existing user who has the `client_user_id` already. */
        ClientUserIdConflict: {
            /**
             * Format: uuid
             * @description Id of the existing user.
             */
            user_id: string;
            /**
             * Format: date-time
             * @description When the existing user was created.
             */
            created_on: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Body of an error. Only that it is JSON is stated. */
        ErrorBody: {
            [key: string]: unknown;
        };
        /** @description A source that a user has connected. */
        ConnectedSource: {
            /**
             * Format: date-time
             * @description Date and time of the source.
             */
            created_on: string;
            /** @description The source itself. */
            source: {
                /** @description Logo of the source. */
                logo: string;
                /** @description Display name of the source. */
                name: string;
                /** @description Slug of the source. */
                slug: string;
            };
        };
        /** @description Slug of the source of a fallback value. Handle an unknown value by a default branch. Known value: `manual`. */
        FallbackSourceSlug: ("manual" | (string & {}));
        /** @description Time zone used for data that arrives without a time zone of its own. */
        FallbackTimeZone: {
            /** @description Identifier in the IANA time zone database, for example `Europe/Berlin`. */
            id: string;
            /** @description Where the value comes from. */
            source_slug: components["schemas"]["FallbackSourceSlug"];
            /**
             * Format: date-time
             * @description When it was updated.
             */
            updated_at: string;
        };
        /** @description Birth date from which the maximum heart rate is derived where a provider reports no age. */
        FallbackBirthDate: {
            /**
             * Format: date
             * @description The birth date, as `YYYY-mm-dd`.
             */
            value: string;
            /** @description Where the value comes from. */
            source_slug: components["schemas"]["FallbackSourceSlug"];
            /**
             * Format: date-time
             * @description When it was updated.
             */
            updated_at: string;
        };
        /** @description An end user of a team. */
        User: {
            /**
             * Format: uuid
             * @description Id assigned by the service. Store it and use it for every later call.
             */
            user_id: string;
            /**
             * Format: uuid
             * @description The team that the user belongs to.
             */
            team_id: string;
            /** @description The team's own unique id of the user. Keep personal data out of it: no e-mail address, no phone number. */
            client_user_id: string;
            /**
             * Format: date-time
             * @description When the user was created.
             */
            created_on: string;
            /** @description The sources that the user has connected. */
            connected_sources: components["schemas"]["ConnectedSource"][];
            /** @description Time zone of data that arrives without one of its own. */
            fallback_time_zone: components["schemas"]["FallbackTimeZone"];
            /** @description Birth date used where a provider reports no age. */
            fallback_birth_date?: components["schemas"]["FallbackBirthDate"];
            /**
             * Format: date
             * @description Start bound of data ingestion.
             */
            ingestion_start?: string | null;
            /**
             * Format: date
             * @description End bound of data ingestion.
             */
            ingestion_end?: string | null;
        };
        /** @description The user to restore, named by one of the two ids. */
        UndoUserDeletionRequest: {
            /**
             * Format: uuid
             * @description Id of the user, as the service assigned it. Excludes `client_user_id`.
             */
            user_id?: string | null;
            /** @description The team's own id of the user. Excludes `user_id`. */
            client_user_id?: string | null;
        };
        /** @description Whether the call succeeded. */
        SuccessResult: {
            /** @description True when the call succeeded. */
            success: boolean;
        };
        /** @description State of a connection between a user and a provider. Handle an unknown value by a default branch. Known value: `connected`. */
        ConnectionStatus: ("connected" | (string & {}));
        /** @description Availability of a resource through a connection. Handle an unknown value by a default branch. Known values: `available`, `unavailable`. */
        ResourceAvailabilityStatus: ("available" | "unavailable" | (string & {}));
        /** @description Names of scopes, by whether the resource needs them. */
        Scopes: {
            /** @description Names of scopes that the resource needs. */
            required: string[];
            /** @description Names of scopes that the resource can do without. */
            optional: string[];
        };
        /** @description The scopes of a resource, by what the user decided about them. */
        ScopeRequirements: {
            /** @description Scopes that the user granted. */
            user_granted: components["schemas"]["Scopes"];
            /** @description Scopes that the user denied. */
            user_denied: components["schemas"]["Scopes"];
        };
        /** @description Availability of a resource through a connection, and the scopes that it takes. */
        ResourceAvailability: {
            /** @description Availability of the resource. */
            status: components["schemas"]["ResourceAvailabilityStatus"];
            /** @description The scopes of the resource, by what the user decided about them. */
            scope_requirements: components["schemas"]["ScopeRequirements"];
        };
        /** @description What is wrong with a connection. Only that it exists is stated. */
        ConnectionErrorDetails: {
            [key: string]: unknown;
        };
        /** @description A connection between a user and a provider. */
        UserConnection: {
            /** @description Display name of the provider. */
            name: string;
            /** @description Slug of the provider. */
            slug: string;
            /**
             * Format: uri
             * @description URL of the provider's logo.
             */
            logo: string;
            /** @description State of the connection. */
            status: components["schemas"]["ConnectionStatus"];
            /**
             * Format: date-time
             * @description When the connection was created.
             */
            created_on: string;
            /** @description Availability of each resource through this connection. The key is the resource's name, for example `body` or `sleep`. */
            resource_availability: {
                [key: string]: components["schemas"]["ResourceAvailability"];
            };
            /** @description What is wrong with the connection. Null when there is no error. */
            error_details: components["schemas"]["ConnectionErrorDetails"] | null;
        };
        /** @description The provider connections of a user. */
        UserConnectionList: {
            /** @description One entry for each connection. */
            providers: components["schemas"]["UserConnection"][];
        };
        /** @description What became of a refresh. Each entry of the three lists is a provider's slug, a slash and a resource. The resource may itself contain a slash: split at the first one. */
        RefreshResult: {
            /** @description Whether the call succeeded. */
            success: boolean;
            /**
             * Format: uuid
             * @description The user whose data was refreshed.
             */
            user_id: string;
            /** @description What was refreshed, each entry as `<provider_slug>/<resource>`. */
            refreshed_sources: string[];
            /** @description What was still in progress, each entry as `<provider_slug>/<resource>`. */
            in_progress_sources: string[];
            /** @description What failed, each entry as `<provider_slug>/<resource>`. */
            failed_sources: string[];
        };
        /** @description Slug of a provider. Known value: `manual`. */
        ProviderSlug: ("manual" | (string & {}));
        /** @description How a user authenticates with a provider. More values may be added, so handle an unknown one by a default branch. Known values: `oauth`, `team_oauth`, `sdk`, `password`, `email`, `app`. */
        AuthType: ("oauth" | "team_oauth" | "sdk" | "password" | "email" | "app" | (string & {}));
        /**
         * @description Name of a kind of data that a provider can give.
         *     More values may be added, so handle an unknown one by a default branch.
         *     The service lists `hrv` twice. Of `hypnogram`, the timeseries type is deprecated: `sleep_cycle` replaces it.
         *
         *     Known values: `profile`, `activity`, `sleep`, `body`, `workouts`, `workout_stream`, `connection`,
         *     `order`, `result`, `match_review`, `appointment`, `glucose`, `heartrate`, `hrv`, `ige`, `igg`,
         *     `blood_oxygen`, `blood_pressure`, `cholesterol`, `device`, `device_legacy`, `weight`, `fat`,
         *     `body_temperature`, `body_temperature_delta`, `meal`, `water`, `caffeine`, `mindfulness_minutes`,
         *     `steps`, `calories_active`, `distance`, `floors_climbed`, `respiratory_rate`, `vo2_max`,
         *     `calories_basal`, `stress_level`, `menstrual_cycle`, `sleep_cycle`, `electrocardiogram`,
         *     `electrocardiogram_voltage`, `afib_burden`, `heart_rate_alert`, `stand_hour`, `stand_duration`,
         *     `sleep_apnea_alert`, `sleep_breathing_disturbance`, `wheelchair_push`,
         *     `forced_expiratory_volume_1`, `forced_vital_capacity`, `peak_expiratory_flow_rate`,
         *     `inhaler_usage`, `fall`, `uv_exposure`, `daylight_exposure`, `handwashing`,
         *     `basal_body_temperature`, `heart_rate_recovery_one_minute`, `body_mass_index`, `lean_body_mass`,
         *     `waist_circumference`, `workout_distance`, `workout_swimming_stroke`, `workout_duration`,
         *     `insulin_injection`, `carbohydrates`, `note`, `sleep_stream`, `hypnogram`.
         */
        ProviderResource: ("profile" | "activity" | "sleep" | "body" | "workouts" | "workout_stream" | "connection" | "order" | "result" | "match_review" | "appointment" | "glucose" | "heartrate" | "hrv" | "ige" | "igg" | "blood_oxygen" | "blood_pressure" | "cholesterol" | "device" | "device_legacy" | "weight" | "fat" | "body_temperature" | "body_temperature_delta" | "meal" | "water" | "caffeine" | "mindfulness_minutes" | "steps" | "calories_active" | "distance" | "floors_climbed" | "respiratory_rate" | "vo2_max" | "calories_basal" | "stress_level" | "menstrual_cycle" | "sleep_cycle" | "electrocardiogram" | "electrocardiogram_voltage" | "afib_burden" | "heart_rate_alert" | "stand_hour" | "stand_duration" | "sleep_apnea_alert" | "sleep_breathing_disturbance" | "wheelchair_push" | "forced_expiratory_volume_1" | "forced_vital_capacity" | "peak_expiratory_flow_rate" | "inhaler_usage" | "fall" | "uv_exposure" | "daylight_exposure" | "handwashing" | "basal_body_temperature" | "heart_rate_recovery_one_minute" | "body_mass_index" | "lean_body_mass" | "waist_circumference" | "workout_distance" | "workout_swimming_stroke" | "workout_duration" | "insulin_injection" | "carbohydrates" | "note" | "sleep_stream" | "hypnogram" | (string & {}));
        /** @description A provider of wearable data, as the catalog lists it. */
        Provider: {
            /** @description Display name of the provider. */
            name: string;
            /** @description Slug of the provider. */
            slug: string;
            /** @description What the provider is. */
            description: string;
            /** @description Logo of the provider. */
            logo: string | null;
            /** @description How a user authenticates with the provider. */
            auth_type?: components["schemas"]["AuthType"] | null;
            /** @description The kinds of data that the provider can give. */
            supported_resources?: components["schemas"]["ProviderResource"][];
        };
        /** @description A code by which a mobile app shares the on-device health data of a user. */
        LinkCode: {
            /** @description The code. */
            code: string;
            /**
             * Format: uri
             * @description Custom-scheme URL that opens the app with the code, of the form `<app_scheme>://<app_host>?code=<code>`, where `<code>` follows the pattern of `code`.
             */
            exchange_url: string;
            /**
             * Format: date-time
             * @description When the code expires.
             */
            expires_at: string;
        };
        /** @description What kind of source a provider is in the link flow. More values may be added, so handle an unknown one by a default branch. Known values: `app`, `ble`, `device`, `lab`, `provider`. */
        SourceType: ("app" | "ble" | "device" | "lab" | "provider" | (string & {}));
        /** @description A provider, as the link lookup returns it. */
        LinkProvider: {
            /** @description Display name of the provider. */
            name: string;
            /** @description Slug of the provider. */
            slug: string;
            /** @description What the provider is. */
            description: string;
            /** @description Number of the provider. */
            id: number;
            /** @description Group that the provider belongs to. */
            group?: string | null;
            /** @description OAuth URL of the provider. */
            oauth_url?: string | null;
            /**
             * @description How a user authenticates with the provider. When left out, `oauth`.
             * @default oauth
             */
            auth_type?: components["schemas"]["AuthType"] | null;
            /**
             * @description What kind of source the provider is. When left out, `device`.
             * @default device
             */
            source_type?: components["schemas"]["SourceType"] | null;
            /**
             * @description Whether the provider is active. When left out, `true`.
             * @default true
             */
            is_active?: boolean | null;
            /** @description Days of past data in a backfill. */
            backfill_num_days?: number | null;
        };
        /** @description How a portal URL reaches the user. `launch` gives a URL that lives for minutes. It sends a user who is already authenticated straight into the portal, and does not suit messages that are read later. `communications` gives a shortened URL that lives for weeks and suits e-mail and SMS. The user may be asked to confirm their identity by e-mail or SMS, for example on a new device. More values may be added. */
        PortalUrlContext: ("launch" | "communications" | (string & {}));
        /** @description What a portal URL is for. */
        PortalUrlRequest: {
            /** @description How the URL reaches the user, and how long it lives. */
            context: components["schemas"]["PortalUrlContext"];
            /**
             * Format: uuid
             * @description Id of an order. When given, the URL leads straight to that order.
             */
            order_id?: string | null;
        };
        /** @description A pre-authorized URL of the user portal. */
        PortalUrl: {
            /**
             * Format: uri
             * @description The URL. It is authorized in advance, so hand it to that user only.
             */
            url: string;
            /** @description How long the URL lives, which depends on its context. */
            expires_in: number;
        };
        /** @description The context of one summary or of one group of timeseries values: the provider, the type of the source, and an app where there is one. It is not the `source` of a user's connected source, which keeps its name, logo and slug. The service is moving to this form: an object may have the old fields (`name`, `logo`, `slug`), the new ones, or both. */
        SourceContext: {
            /** @description Slug of the provider. Apps, platforms, services and the mobile SDKs are providers of wearable data. Look up its name and logo in the list of providers (operation `listProviders`). */
            provider?: string;
            /** @description Type of the source. */
            type?: string;
            /** @description Id of the app that the data comes from, where there is one. */
            app_id?: string;
            /**
             * @deprecated
             * @description Name of the provider. Deprecated: find the provider by its slug in the list of providers (operation `listProviders`) instead.
             */
            name?: string;
            /**
             * @deprecated
             * @description Logo of the provider. Deprecated: find the provider by its slug in the list of providers (operation `listProviders`) instead.
             */
            logo?: string | null;
            /**
             * @deprecated
             * @description Slug of the provider. Deprecated: use `provider` instead.
             */
            slug?: string;
        } & ({
            /** @description Slug of the provider. Apps, platforms, services and the mobile SDKs are providers of wearable data. Look up its name and logo in the list of providers (operation `listProviders`). */
            provider: string;
            /** @description Type of the source. */
            type: string;
        } | {
            /** @description Name of the provider. Deprecated: find the provider by its slug in the list of providers (operation `listProviders`) instead. */
            name: string;
            /** @description Logo of the provider. Deprecated: find the provider by its slug in the list of providers (operation `listProviders`) instead. */
            logo: string | null;
            /** @description Slug of the provider. Deprecated: use `provider` instead. */
            slug: string;
        });
        /** @description A summary of health data. Only that it has a `source` is stated. */
        Summary: {
            /** @description Where the summary comes from. */
            source: components["schemas"]["SourceContext"];
        } & {
            [key: string]: unknown;
        };
        /** @description The activity summaries of a user. */
        ActivitySummaryList: {
            /** @description The activity summaries. */
            activity?: components["schemas"]["Summary"][];
        } & {
            [key: string]: unknown;
        };
        /** @description The body summaries of a user. */
        BodySummaryList: {
            /** @description The body summaries. */
            body?: components["schemas"]["Summary"][];
        } & {
            [key: string]: unknown;
        };
        /** @description The meal summaries of a user. */
        MealSummaryList: {
            /** @description The meal summaries. */
            meal?: components["schemas"]["Summary"][];
        } & {
            [key: string]: unknown;
        };
        /** @description The profile summaries of a user. */
        ProfileSummaryList: {
            /** @description The profile summaries. */
            profile?: components["schemas"]["Summary"][];
        } & {
            [key: string]: unknown;
        };
        /** @description The sleep summaries of a user. */
        SleepSummaryList: {
            /** @description The sleep summaries. */
            sleep?: components["schemas"]["Summary"][];
        } & {
            [key: string]: unknown;
        };
        /** @description The workout summaries of a user. */
        WorkoutSummaryList: {
            /** @description The workout summaries. */
            workouts?: components["schemas"]["Summary"][];
        } & {
            [key: string]: unknown;
        };
        /** @description How a sample is collected. More values may be added, so handle an unknown one by a default branch. Known values: `testkit`, `walk_in_test`, `at_home_phlebotomy`, `on_site_collection`. */
        CollectionMethod: ("testkit" | "walk_in_test" | "at_home_phlebotomy" | "on_site_collection" | (string & {}));
        /** @description Kind of sample. More values may be added, so handle an unknown one by a default branch. Known values: `dried_blood_spot`, `arm_collector`, `serum`, `saliva`, `urine`, `stool`. */
        SampleType: ("dried_blood_spot" | "arm_collector" | "serum" | "saliva" | "urine" | "stool" | (string & {}));
        /** @description A laboratory that tests can be ordered from. */
        Lab: {
            /** @description Id of the lab. */
            id: number;
            /** @description Slug of the lab. */
            slug: string;
            /** @description Display name of the lab. */
            name: string;
            /** @description First line of the lab's address. */
            first_line_address: string;
            /** @description City of the lab's address. */
            city: string;
            /** @description Zip code of the lab's address. */
            zipcode: string;
            /** @description How samples for this lab can be collected. */
            collection_methods: components["schemas"]["CollectionMethod"][];
            /** @description What kinds of sample this lab works with. */
            sample_types: components["schemas"]["SampleType"][];
        };
        /** @description Kind of a marker. Handle an unknown value by a default branch. Known value: `biomarker`. */
        MarkerType: ("biomarker" | (string & {}));
        /** @description An entry of LOINC, the code system for laboratory observations. */
        Loinc: {
            /** @description Id of the entry. */
            id: number;
            /** @description Name of the entry. */
            name: string;
            /** @description Slug of the entry. */
            slug: string;
            /** @description The LOINC code. */
            code: string;
            /** @description Unit of measurement, or null. */
            unit?: string | null;
        };
        /** @description A result that a marker is expected to bring. */
        ExpectedResult: {
            /** @description Id of the expected result. */
            id: number;
            /** @description Display name of the expected result. */
            name: string;
            /** @description Slug of the expected result. */
            slug: string;
            /** @description Id of the lab that brings the result. */
            lab_id: number;
            /** @description Provider id of the expected result. */
            provider_id: string;
            /** @description The LOINC entry of the result. */
            loinc: components["schemas"]["Loinc"];
        };
        /** @description A marker that a lab can measure, with the results to expect from it. The service calls this type `ClientFacingMarkerComplete`. */
        Marker: {
            /** @description Id of the marker. */
            id: number;
            /** @description Display name of the marker. */
            name: string;
            /** @description Slug of the marker. */
            slug: string;
            /** @description What the marker is. */
            description: string;
            /** @description Id of the lab that measures the marker. */
            lab_id: number;
            /** @description The laboratory's own id. */
            provider_id: string;
            /** @description Kind of marker. */
            type: components["schemas"]["MarkerType"];
            /** @description Unit of measurement, or null. */
            unit?: string | null;
            /** @description Price as text. It can be a placeholder that is not a number, so check it before reading it as one. */
            price: string;
            /** @description The results that the marker is expected to bring. */
            expected_results: components["schemas"]["ExpectedResult"][];
        };
        /** @description One page of a list of markers. */
        MarkerPage: {
            /** @description The markers on this page. */
            markers: components["schemas"]["Marker"][];
            /** @description Total number of markers. */
            total: number | null;
            /** @description Number of this page. The first page is 1. */
            page: number | null;
            /** @description Size of a page. */
            size: number | null;
            /** @description Number of pages. */
            pages: number | null;
        };
        /** @description Status of a lab account. Known value: `PENDING`. */
        LabAccountStatus: ("PENDING" | (string & {}));
        /** @description The lab accounts of a team, in a shape that is not shown: read it with care. A lab account can hold default clinical comments for its orders. */
        LabAccountList: unknown;
        /** @description What a patient service center offers. More values may be added, so handle an unknown one by a default branch. Known values: `stat`, `appointment_scheduling_via_service`, `appointment_scheduling_with_lab`. */
        PscCapability: ("stat" | "appointment_scheduling_via_service" | "appointment_scheduling_with_lab" | (string & {}));
        /** @description Slug of a lab. More values may be added, so handle an unknown one by a default branch. Known value: `manual`. */
        LabSlug: ("manual" | (string & {}));
        /** @description Opening hours of a patient service center. */
        PscHours: {
            [key: string]: unknown;
        };
        /** @description Name, address, phone and hours of a patient service center. */
        PscMetadata: {
            /** @description Display name of the center. */
            name: string;
            /** @description State of the center's address. */
            state: string;
            /** @description City of the center's address. */
            city: string;
            /** @description Zip code of the center's address. */
            zip_code: string;
            /** @description First line of the center's address. */
            first_line: string;
            /** @description Second line of the center's address. */
            second_line: string;
            /** @description Phone number of the center. */
            phone_number: string;
            /** @description Fax number of the center. */
            fax_number: string;
            /** @description Opening hours of the center, or null. */
            hours: components["schemas"]["PscHours"] | null;
        };
        /** @description A patient service center (PSC), where a sample is taken from the patient. */
        PatientServiceCenter: {
            /** @description Name, address, phone and hours of the center. */
            metadata: components["schemas"]["PscMetadata"];
            /** @description Distance of the center in miles, as text. */
            distance: string;
            /** @description What the center offers. */
            capabilities: components["schemas"]["PscCapability"][];
        };
        /** @description The patient service centers of a lab around a zip code. The service calls this type `ClientFacingLabLocation`. */
        PscLookup: {
            /** @description Id of the lab. */
            lab_id: number;
            /** @description Slug of the lab. */
            slug: components["schemas"]["LabSlug"];
            /** @description The centers that were found, at most 30. A list of 30 may be cut off, so narrow the radius to be sure. */
            patient_service_centers: components["schemas"]["PatientServiceCenter"][];
        };
        /** @description Tier of a phlebotomy provider. Handle an unknown value by a default branch. Known values: `appointment-ready`, `appointment-request`. */
        PhlebotomyTier: ("appointment-ready" | "appointment-request" | (string & {}));
        /** @description A provider of phlebotomy in an area. */
        PhlebotomyProvider: {
            /** @description Name of the provider. */
            name: string;
            /** @description The tiers in which the provider serves the area. */
            tier: components["schemas"]["PhlebotomyTier"][];
        };
        /** @description Whether and by whom phlebotomy is served in an area. */
        PhlebotomyCoverage: {
            /** @description Whether phlebotomy is served in the area. */
            is_served: boolean;
            /** @description The phlebotomy providers of the area. */
            providers: components["schemas"]["PhlebotomyProvider"][];
        };
        /** @description The patient service centers of one lab in an area, taken together. */
        PscCoverage: {
            /** @description What is within the radius, as a number. */
            within_radius: number;
            /** @description The radius that was looked at, as text. */
            radius: string;
            /** @description What the centers offer. */
            capabilities: string[];
        };
        /** @description What one lab offers in an area. */
        CentralLabCoverage: {
            /** @description The lab's patient service centers in the area, taken together. */
            patient_service_centers: components["schemas"]["PscCoverage"];
        };
        /** @description What is on offer around a zip code, at home and at patient service centers. */
        AreaInfo: {
            /** @description The zip code, of five digits with an optional four-digit extension. */
            zip_code: string;
            /** @description Whether and by whom phlebotomy is served. */
            phlebotomy: components["schemas"]["PhlebotomyCoverage"];
            /** @description What each lab offers in the area, by lab slug. */
            central_labs: {
                [key: string]: components["schemas"]["CentralLabCoverage"];
            };
        };
        /** @description Address of the patient. */
        PatientAddress: {
            /** @description Instructions for getting in at the address, for example which entrance to use. Set when the order is created, and forwarded to the phlebotomy provider on each booking and each reschedule. */
            access_notes?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Clinical comments of the order, at most 1,000 characters. When the lab account has default comments as well, the requisition carries both, joined. */
        ClinicalComments: string;
        /** @description A new order. */
        OrderRequest: {
            /**
             * Format: uuid
             * @description The user whom the order is for.
             */
            user_id?: string;
            /**
             * Format: uuid
             * @description The lab account to order through. When it is left out, the service resolves an account itself.
             */
            lab_account_id?: string;
            /** @description Address of the patient. Its `access_notes` are set here, when the order is created. */
            patient_address?: components["schemas"]["PatientAddress"];
            /** @description Clinical comments of the order, at most 1,000 characters. When the lab account has default comments as well, the requisition carries both, joined. */
            clinical_comments?: components["schemas"]["ClinicalComments"];
        } & {
            [key: string]: unknown;
        };
        /** @description Status of an order. The service names the known values among others, so handle an unknown one by a default branch. Known values: `collecting_sample.testkit.problem_in_transit_customer`, `collecting_sample.testkit.problem_in_transit_lab`. */
        OrderStatus: ("collecting_sample.testkit.problem_in_transit_customer" | "collecting_sample.testkit.problem_in_transit_lab" | (string & {}));
        /** @description Low-level status of an order; the known values belong to test kit orders. More values may be added, so handle an unknown one by a default branch. Known values: `problem_in_transit_lab`, `problem_in_transit_customer`. */
        OrderLowLevelStatus: ("problem_in_transit_lab" | "problem_in_transit_customer" | (string & {}));
        /** @description One step in the life of an order. */
        OrderEvent: {
            /** @description Finer detail about the status, or null. */
            status_detail: string | null;
            /** @description Status of an order. The service names the known values among others, so handle an unknown one by a default branch. Known values: `collecting_sample.testkit.problem_in_transit_customer`, `collecting_sample.testkit.problem_in_transit_lab`. */
            status?: components["schemas"]["OrderStatus"];
            /** @description Low-level status of an order; the known values belong to test kit orders. More values may be added, so handle an unknown one by a default branch. Known values: `problem_in_transit_lab`, `problem_in_transit_customer`. */
            low_level_status?: components["schemas"]["OrderLowLevelStatus"];
        } & {
            [key: string]: unknown;
        };
        /** @description A lab order. Only its id and the fields that the service names are typed. The service's dashboard filters orders by how their results are interpreted: Normal, Abnormal or Critical. */
        Order: {
            /**
             * Format: uuid
             * @description Id of the order, by which its appointments are booked.
             */
            id: string;
            /** @description The last event. It equals the last item of `events`. */
            last_event: components["schemas"]["OrderEvent"];
            /** @description The events of the order. */
            events: components["schemas"]["OrderEvent"][];
            /** @description Address of the patient. */
            patient_address?: components["schemas"]["PatientAddress"];
            /** @description Clinical comments of the order, at most 1,000 characters. When the lab account has default comments as well, the requisition carries both, joined. */
            clinical_comments?: components["schemas"]["ClinicalComments"];
        } & {
            [key: string]: unknown;
        };
        /** @description An order to import. */
        OrderImportRequest: {
            /**
             * Format: uuid
             * @description The user whom the order is for.
             */
            user_id?: string;
            /**
             * Format: uuid
             * @description The lab account that the order belongs to. An account in status `PENDING` is accepted.
             */
            lab_account_id?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description For whom, or for which place, slots are asked for. */
        AppointmentAvailabilityRequest: {
            [key: string]: unknown;
        };
        /** @description One day and its slots. */
        AppointmentDay: {
            /**
             * Format: date
             * @description The day.
             */
            date: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Appointment slots. The answer always holds 14 days. */
        AppointmentAvailability: {
            /** @description The slots of 14 days. */
            slots: components["schemas"]["AppointmentDay"][];
        } & {
            [key: string]: unknown;
        };
        /** @description Instructions for this one appointment. They can be set at booking, request and reschedule. */
        AppointmentNotes: string;
        /** @description The appointment to book. */
        PhlebotomyAppointmentBooking: {
            /** @description Instructions for this one appointment. They can be set at booking, request and reschedule. */
            appointment_notes?: components["schemas"]["AppointmentNotes"];
        } & {
            [key: string]: unknown;
        };
        /** @description An appointment of an order. Only the field that the service names is typed. */
        Appointment: {
            /** @description Instructions for this one appointment. They can be set at booking, request and reschedule. */
            appointment_notes?: components["schemas"]["AppointmentNotes"];
        } & {
            [key: string]: unknown;
        };
        /** @description The appointment to request. */
        PhlebotomyAppointmentRequest: {
            /** @description Instructions for this one appointment. They can be set at booking, request and reschedule. */
            appointment_notes?: components["schemas"]["AppointmentNotes"];
        } & {
            [key: string]: unknown;
        };
        /** @description How the appointment is to be moved. */
        PhlebotomyAppointmentReschedule: {
            /** @description Instructions for this one appointment. They can be set at booking, request and reschedule. */
            appointment_notes?: components["schemas"]["AppointmentNotes"];
        } & {
            [key: string]: unknown;
        };
        /** @description The appointment to book. */
        PscAppointmentBooking: {
            /** @description Instructions for this one appointment. They can be set at booking, request and reschedule. */
            appointment_notes?: components["schemas"]["AppointmentNotes"];
        } & {
            [key: string]: unknown;
        };
        /** @description A lab report to parse, as the parts of a multipart form. */
        LabReportUpload: {
            /**
             * Format: binary
             * @description The lab report, a PDF, JPEG or PNG file of up to 10 MB. In a form, give the part a filename and its own `Content-Type`: a part without one is `text/plain` by RFC 7578.
             */
            file: Blob;
            /** @description Asks for a person to review the extracted results. */
            request_human_review?: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description Status of a lab report parsing job. The service names three: completed, failed and pending review. Handle another by a default branch. Known values: `completed`, `failed`, `pending_review`. */
        LabReportParsingJobStatus: ("completed" | "failed" | "pending_review" | (string & {}));
        /** @description One result that was extracted from a lab report. */
        LabReportResult: {
            /** @description Name of the biomarker, as extracted from the report. */
            biomarker_name: string;
            /** @description The measured value. */
            value: unknown;
            /** @description Unit of the value, or null where it has none. */
            unit: string | null;
            /** @description The range that the report gives for comparison. */
            reference_range: unknown;
            /** @description Interpretation of the result. */
            interpretation: string;
            /** @description What the biomarker was matched with in LOINC. */
            loinc_match: unknown;
        } & {
            [key: string]: unknown;
        };
        /** @description A job that extracts the results of an uploaded lab report. */
        LabReportParsingJob: {
            /** @description Id of the job, by which it is looked up. */
            id: string;
            /** @description Status of a lab report parsing job. The service names three: completed, failed and pending review. Handle another by a default branch. Known values: `completed`, `failed`, `pending_review`. */
            status?: components["schemas"]["LabReportParsingJobStatus"];
            /** @description The results that were extracted from the report. */
            results?: components["schemas"]["LabReportResult"][];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Region of a team.
         * @enum {string}
         */
        Region: "us" | "eu";
        /** @description A team of an organization. */
        OrganizationTeam: {
            /**
             * Format: uuid
             * @description Id of the team.
             */
            id: string;
            /** @description Name of the team. */
            name: string;
            /**
             * Format: date-time
             * @description When the team was created.
             */
            created_on: string;
            /** @description Region of a team. */
            region: components["schemas"]["Region"];
        };
        /** @description One page of an organization's teams. */
        OrganizationTeamPage: {
            /** @description The teams of this page. */
            teams: components["schemas"]["OrganizationTeam"][];
            /** @description Cursor of the next page. */
            next_cursor: string | null;
        };
        /** @description The envelope of an event, beside the `event_type` that names it and the `data` that is its payload. */
        EventEnvelope: {
            /**
             * Format: uuid
             * @description The user whom the event is about, where there is one.
             */
            user_id?: string;
            /** @description The team's own id of that user. */
            client_user_id?: string;
            /**
             * Format: uuid
             * @description The team that the event is sent to.
             */
            team_id?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description The provider that the user was connected to. */
        EventProvider: {
            [key: string]: unknown;
        };
        /** @description A user was connected to a provider. */
        ProviderConnectionCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /**
             * @description Name of the event.
             * @constant
             */
            event_type: "provider.connection.created";
            /** @description The payload of the event. */
            data: {
                /** @description The provider that the user was connected to. */
                provider: components["schemas"]["EventProvider"];
                /**
                 * @deprecated
                 * @description The same object as `provider`. Deprecated: use `provider` instead.
                 */
                source?: components["schemas"]["EventProvider"];
            } & {
                [key: string]: unknown;
            };
        };
        /** @description The payload of a data event, one summary or one group of timeseries values, with the context that it comes from. */
        DataEventData: {
            /** @description The context of one summary or of one group of timeseries values: the provider, the type of the source, and an app where there is one. It is not the `source` of a user's connected source, which keeps its name, logo and slug. The service is moving to this form: an object may have the old fields (`name`, `logo`, `slug`), the new ones, or both. */
            source: components["schemas"]["SourceContext"];
        } & {
            [key: string]: unknown;
        };
        /** @description A data event of one resource whose name ends in `created`. */
        DailyDataCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @description Name of the event with the resource in the middle, for example `daily.data.steps.created`. */
            event_type: `daily.data.${string}.created`;
            /** @description The payload of a data event, one summary or one group of timeseries values, with the context that it comes from. */
            data: components["schemas"]["DataEventData"];
        };
        /** @description A data event of one resource whose name ends in `updated`. */
        DailyDataUpdatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @description Name of the event with the resource in the middle, for example `daily.data.steps.updated`. */
            event_type: `daily.data.${string}.updated`;
            /** @description The payload of a data event, one summary or one group of timeseries values, with the context that it comes from. */
            data: components["schemas"]["DataEventData"];
        };
        /** @description The historical pull of a resource is complete. */
        HistoricalDataCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @description Name of the event with the resource in the middle, for example `historical.data.steps.created`. */
            event_type: `historical.data.${string}.created`;
            /** @description The payload of the event. */
            data: {
                /** @description The context of one summary or of one group of timeseries values: the provider, the type of the source, and an app where there is one. It is not the `source` of a user's connected source, which keeps its name, logo and slug. The service is moving to this form: an object may have the old fields (`name`, `logo`, `slug`), the new ones, or both. */
                source?: components["schemas"]["SourceContext"];
                /**
                 * @deprecated
                 * @description A former flag of this event. Deprecated: the service removes it, so do not require it; read the event itself as the sign that the pull is complete instead.
                 */
                is_final?: boolean;
            } & {
                [key: string]: unknown;
            };
        };
        /** @description The summary of a sleep cycle, with the session's hypnogram in detail and the context that it comes from. */
        SleepCycleEventData: {
            /** @description The context of one summary or of one group of timeseries values: the provider, the type of the source, and an app where there is one. It is not the `source` of a user's connected source, which keeps its name, logo and slug. The service is moving to this form: an object may have the old fields (`name`, `logo`, `slug`), the new ones, or both. */
            source: components["schemas"]["SourceContext"];
        } & {
            [key: string]: unknown;
        };
        /** @description The event `daily.data.sleep_cycle.created`, with the summary of a sleep cycle. */
        DailySleepCycleCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /**
             * @description Name of the event.
             * @constant
             */
            event_type: "daily.data.sleep_cycle.created";
            /** @description The summary of a sleep cycle, with the session's hypnogram in detail and the context that it comes from. */
            data: components["schemas"]["SleepCycleEventData"];
        };
        /** @description The event `daily.data.sleep_cycle.updated`, with the summary of a sleep cycle. */
        DailySleepCycleUpdatedEvent: components["schemas"]["EventEnvelope"] & {
            /**
             * @description Name of the event.
             * @constant
             */
            event_type: "daily.data.sleep_cycle.updated";
            /** @description The summary of a sleep cycle, with the session's hypnogram in detail and the context that it comes from. */
            data: components["schemas"]["SleepCycleEventData"];
        };
        /** @description The event `historical.data.sleep_cycle.created`, with the summary of a sleep cycle. */
        HistoricalSleepCycleCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /**
             * @description Name of the event.
             * @constant
             */
            event_type: "historical.data.sleep_cycle.created";
            /** @description The summary of a sleep cycle, with the session's hypnogram in detail and the context that it comes from. */
            data: components["schemas"]["SleepCycleEventData"];
        };
        /** @description A group of hypnogram values, and the context that it comes from. */
        HypnogramEventData: {
            /** @description The context of one summary or of one group of timeseries values: the provider, the type of the source, and an app where there is one. It is not the `source` of a user's connected source, which keeps its name, logo and slug. The service is moving to this form: an object may have the old fields (`name`, `logo`, `slug`), the new ones, or both. */
            source?: components["schemas"]["SourceContext"];
        } & {
            [key: string]: unknown;
        };
        /**
         * @deprecated
         * @description The event `daily.timeseries.hypnogram.created`. Deprecated: use `daily.data.sleep_cycle.created` instead.
         */
        DailyHypnogramCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /**
             * @description Name of the event.
             * @constant
             */
            event_type: "daily.timeseries.hypnogram.created";
            /** @description A group of hypnogram values, and the context that it comes from. */
            data: components["schemas"]["HypnogramEventData"];
        };
        /**
         * @deprecated
         * @description The event `daily.timeseries.hypnogram.updated`. Deprecated: use `daily.data.sleep_cycle.updated` instead.
         */
        DailyHypnogramUpdatedEvent: components["schemas"]["EventEnvelope"] & {
            /**
             * @description Name of the event.
             * @constant
             */
            event_type: "daily.timeseries.hypnogram.updated";
            /** @description A group of hypnogram values, and the context that it comes from. */
            data: components["schemas"]["HypnogramEventData"];
        };
        /**
         * @deprecated
         * @description The event `historical.timeseries.hypnogram.created`. Deprecated: use `historical.data.sleep_cycle.created` instead.
         */
        HistoricalHypnogramCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /**
             * @description Name of the event.
             * @constant
             */
            event_type: "historical.timeseries.hypnogram.created";
            /** @description A group of hypnogram values, and the context that it comes from. */
            data: components["schemas"]["HypnogramEventData"];
        };
        /** @description A lab report parsing job was submitted. */
        LabReportParsingJobCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /**
             * @description Name of the event.
             * @constant
             */
            event_type: "lab_report.parsing_job.created";
            /** @description The payload of the event. */
            data: {
                /** @description Id of the job. */
                id: string;
            } & {
                [key: string]: unknown;
            };
        };
        /** @description A lab report parsing job changed its status. */
        LabReportParsingJobUpdatedEvent: components["schemas"]["EventEnvelope"] & {
            /**
             * @description Name of the event.
             * @constant
             */
            event_type: "lab_report.parsing_job.updated";
            /** @description The payload of the event. */
            data: {
                /** @description Id of the job. */
                id: string;
                /** @description Status of a lab report parsing job. The service names three: completed, failed and pending review. Handle another by a default branch. Known values: `completed`, `failed`, `pending_review`. */
                status?: components["schemas"]["LabReportParsingJobStatus"];
            } & {
                [key: string]: unknown;
            };
        };
        /** @description An event of an order. */
        OrderStatusEvent: components["schemas"]["EventEnvelope"] & {
            /** @description Name of the event. */
            event_type: `order.${string}`;
            /** @description The payload of the event, one step in the life of the order. */
            data: components["schemas"]["OrderEvent"] & {
                /**
                 * Format: uuid
                 * @description Id of the order.
                 */
                order_id: string;
            };
        };
        /** @description Partial results of an order. */
        OrderPartialResultsEvent: components["schemas"]["EventEnvelope"] & {
            /**
             * @description Name of the event.
             * @constant
             */
            event_type: "order.partial_results";
            /** @description The payload of the event. */
            data: {
                /**
                 * Format: uuid
                 * @description Id of the order.
                 */
                order_id: string;
            } & {
                [key: string]: unknown;
            };
        };
    };
    responses: {
        /** @description The credential is missing or refused. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description A parameter or the body is missing, malformed or out of range, or the body is of another media type. */
        InvalidInput: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The id in the path is unknown. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The event was received. */
        EventReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description Id of the user, as the service assigned it. Excludes `client_user_id`. Leave it out instead of sending null. */
        DeletedUserIdQuery: string;
        /** @description The team's own id of the user. Excludes `user_id`. Leave it out instead of sending null. */
        DeletedClientUserIdQuery: string;
        /**
         * @description Id of the user, as the service assigned it.
         * @example 2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10
         */
        UserIdPath: string;
        /** @description Parameters of the service that are not shown, such as those of a date range, by their names. */
        FurtherQuery: {
            [key: string]: string;
        };
        /** @description The lab account that decides which markers and tests are available. Leave it out instead of sending null. */
        MarkerLabAccountIdQuery: string;
        /** @description Number of the page, from 1. */
        PageQuery: number;
        /** @description Largest number of markers on a page, from 1 to 100. */
        SizeQuery: number;
        /**
         * @description Zip code to look around, exactly five digits.
         * @example 85001
         */
        ZipCodeQuery: string;
        /** @description Radius around the zip code, in miles. */
        RadiusQuery: 10 | 20 | 25 | 50 | 100;
        /** @description An idempotency key. The service names a key for bookings at patient service centers, for orders only idempotency, and a header for neither: until the service has confirmed it, do not repeat a call because of it. A header that is not read prevents no duplicate. */
        IdempotencyKeyHeader: string;
        /** @description Start date of the slots. An answer holds 14 days. */
        StartDateQuery: string;
        /**
         * @description Id of the order.
         * @example e70b2df5-816a-43c4-99f6-0c152739ecfd
         */
        OrderIdPath: string;
        /**
         * @description Regions of the teams. Leave it out instead of sending null.
         * @example [
         *       "us",
         *       "eu"
         *     ]
         */
        RegionQuery: components["schemas"]["Region"][];
        /**
         * @description A text to search the teams for: at most 80 characters, each a letter (accented Latin ones included), a digit, white space, an apostrophe (straight or curly) or one of `( ) , / : | & _ -`. Leave it out instead of sending null.
         * @example Demo Health
         */
        SearchQuery: string;
        /**
         * @description Cursor of a page. Leave it out for the first page, instead of sending null.
         * @example cursor-page-2
         */
        NextCursorQuery: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The user to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserRequest"];
            };
        };
        responses: {
            /** @description The user was created. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedUser"];
                };
            };
            /** @description Another user has the `client_user_id` already. The body names that user. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientUserIdConflict"];
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidInput"];
        };
    };
    resolveUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The team's own id of the user.
                 * @example demo-runner-01
                 */
                client_user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
        };
    };
    undoUserDeletion: {
        parameters: {
            query?: {
                /** @description Id of the user, as the service assigned it. Excludes `client_user_id`. Leave it out instead of sending null. */
                user_id?: components["parameters"]["DeletedUserIdQuery"];
                /** @description The team's own id of the user. Excludes `user_id`. Leave it out instead of sending null. */
                client_user_id?: components["parameters"]["DeletedClientUserIdQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The user to restore. Leave it out when the query names the user. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UndoUserDeletionRequest"];
            };
        };
        responses: {
            /** @description The user is restored, without provider connections. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResult"];
                };
            };
            /** @description The deletion cannot be undone: the grace period of 7 days is over, or a new user has the same `client_user_id`, or the id names no deleted user. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidInput"];
        };
    };
    listUserConnections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the user, as the service assigned it.
                 * @example 2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10
                 */
                user_id: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user's connections. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserConnectionList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
        };
    };
    refreshUserData: {
        parameters: {
            query?: {
                /** @description Timeout of the refresh, from 5 to 60. */
                timeout?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the user, as the service assigned it.
                 * @example 2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10
                 */
                user_id: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the refresh. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefreshResult"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
        };
    };
    disconnectProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the user, as the service assigned it.
                 * @example 2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10
                 */
                user_id: components["parameters"]["UserIdPath"];
                /**
                 * @description Slug of the provider.
                 * @example demo_ring
                 */
                provider: components["schemas"]["ProviderSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider is disconnected. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResult"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
        };
    };
    listProviders: {
        parameters: {
            query?: {
                /** @description Kind of source. Leave it out instead of sending null. */
                source_type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The providers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidInput"];
        };
    };
    createLinkCode: {
        parameters: {
            query: {
                /**
                 * @description Id of the user, as the service assigned it.
                 * @example 2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10
                 */
                user_id: string;
                /**
                 * @description When the code is to expire, with its offset from UTC. When left out, the server's time plus 1 hour. Leave it out instead of sending null.
                 * @example 2026-03-03T09:00:00Z
                 */
                expires_at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkCode"];
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidInput"];
        };
    };
    getLinkProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description A token that holds for the link flow only. Leave it out instead of sending null. In the header's name, `service` stands for the brand part of the real name. */
                "x-service-link-token"?: string;
            };
            path: {
                /**
                 * @description Slug of a cloud provider that is linked by OAuth.
                 * @example demo_ring
                 */
                oauth_provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkProvider"];
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidInput"];
        };
    };
    createPortalUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the user, as the service assigned it.
                 * @example 2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10
                 */
                user_id: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        /** @description What the URL is for. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PortalUrlRequest"];
            };
        };
        responses: {
            /** @description The portal URL. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalUrl"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The user has no demographics, or a parameter or the body is missing, malformed or out of range. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listActivitySummaries: {
        parameters: {
            query?: {
                /** @description Parameters of the service that are not shown, such as those of a date range, by their names. */
                further?: components["parameters"]["FurtherQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the user, as the service assigned it.
                 * @example 2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10
                 */
                user_id: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The activity summaries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivitySummaryList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
        };
    };
    listBodySummaries: {
        parameters: {
            query?: {
                /** @description Parameters of the service that are not shown, such as those of a date range, by their names. */
                further?: components["parameters"]["FurtherQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the user, as the service assigned it.
                 * @example 2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10
                 */
                user_id: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The body summaries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BodySummaryList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
        };
    };
    listMealSummaries: {
        parameters: {
            query?: {
                /** @description Parameters of the service that are not shown, such as those of a date range, by their names. */
                further?: components["parameters"]["FurtherQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the user, as the service assigned it.
                 * @example 2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10
                 */
                user_id: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The meal summaries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MealSummaryList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
        };
    };
    listProfileSummaries: {
        parameters: {
            query?: {
                /** @description Parameters of the service that are not shown, such as those of a date range, by their names. */
                further?: components["parameters"]["FurtherQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the user, as the service assigned it.
                 * @example 2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10
                 */
                user_id: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile summaries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileSummaryList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
        };
    };
    listSleepSummaries: {
        parameters: {
            query?: {
                /** @description Parameters of the service that are not shown, such as those of a date range, by their names. */
                further?: components["parameters"]["FurtherQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the user, as the service assigned it.
                 * @example 2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10
                 */
                user_id: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sleep summaries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SleepSummaryList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
        };
    };
    listWorkoutSummaries: {
        parameters: {
            query?: {
                /** @description Parameters of the service that are not shown, such as those of a date range, by their names. */
                further?: components["parameters"]["FurtherQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the user, as the service assigned it.
                 * @example 2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10
                 */
                user_id: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workout summaries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkoutSummaryList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
        };
    };
    listLabs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The labs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lab"][];
                };
            };
            401: components["responses"]["Unauthorized"];
        };
    };
    listMarkers: {
        parameters: {
            query?: {
                /** @description Slug of a lab. */
                lab_slug?: string;
                /** @description The lab account that decides which markers and tests are available. Leave it out instead of sending null. */
                lab_account_id?: components["parameters"]["MarkerLabAccountIdQuery"];
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["PageQuery"];
                /** @description Largest number of markers on a page, from 1 to 100. */
                size?: components["parameters"]["SizeQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of markers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarkerPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidInput"];
        };
    };
    listLabTestMarkers: {
        parameters: {
            query?: {
                /** @description The lab account that decides which markers and tests are available. Leave it out instead of sending null. */
                lab_account_id?: components["parameters"]["MarkerLabAccountIdQuery"];
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["PageQuery"];
                /** @description Largest number of markers on a page, from 1 to 100. */
                size?: components["parameters"]["SizeQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the lab test.
                 * @example a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7b9
                 */
                lab_test_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of markers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarkerPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
        };
    };
    listLabAccounts: {
        parameters: {
            query?: {
                /** @description Id of a lab account. */
                lab_account_id?: string;
                /** @description Status of lab accounts. */
                status?: components["schemas"]["LabAccountStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lab accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabAccountList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidInput"];
        };
    };
    getPscInfo: {
        parameters: {
            query: {
                /**
                 * @description Zip code to look around, exactly five digits.
                 * @example 85001
                 */
                zip_code: components["parameters"]["ZipCodeQuery"];
                /**
                 * @description Id of the lab whose centers are looked up.
                 * @example 1
                 */
                lab_id: number;
                /** @description Radius around the zip code, in miles. */
                radius?: components["parameters"]["RadiusQuery"];
                /** @description Keep only centers with these capabilities. Leave it out instead of sending null. */
                capabilities?: components["schemas"]["PscCapability"][];
                /** @description The lab account that availability is checked with. Leave it out instead of sending null. */
                lab_account_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The centers that were found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PscLookup"];
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidInput"];
        };
    };
    getAreaInfo: {
        parameters: {
            query: {
                /**
                 * @description Zip code to look around, exactly five digits.
                 * @example 85001
                 */
                zip_code: components["parameters"]["ZipCodeQuery"];
                /** @description Radius around the zip code, in miles. */
                radius?: components["parameters"]["RadiusQuery"];
                /**
                 * @deprecated
                 * @description Slug of a lab. Leave it out instead of sending null. Deprecated: use `labs` instead.
                 */
                lab?: string;
                /** @description Slugs of labs. Leave it out instead of sending null. */
                labs?: string[];
                /** @description A lab account of the team. Leave it out instead of sending null. */
                lab_account_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is on offer in the area. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AreaInfo"];
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidInput"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description An idempotency key. The service names a key for bookings at patient service centers, for orders only idempotency, and a header for neither: until the service has confirmed it, do not repeat a call because of it. A header that is not read prevents no duplicate. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The order. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRequest"];
            };
        };
        responses: {
            /** @description The order that was created. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidInput"];
        };
    };
    placeOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description An idempotency key. The service names a key for bookings at patient service centers, for orders only idempotency, and a header for neither: until the service has confirmed it, do not repeat a call because of it. A header that is not read prevents no duplicate. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The order. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRequest"];
            };
        };
        responses: {
            /** @description The order that was created. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidInput"];
        };
    };
    importOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The order to import. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderImportRequest"];
            };
        };
        responses: {
            /** @description The order that was imported. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidInput"];
        };
    };
    getPhlebotomyAppointmentAvailability: {
        parameters: {
            query?: {
                /** @description Start date of the slots. An answer holds 14 days. */
                start_date?: components["parameters"]["StartDateQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What slots are asked for. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AppointmentAvailabilityRequest"];
            };
        };
        responses: {
            /** @description The slots of 14 days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppointmentAvailability"];
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidInput"];
        };
    };
    bookPhlebotomyAppointment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the order.
                 * @example e70b2df5-816a-43c4-99f6-0c152739ecfd
                 */
                order_id: components["parameters"]["OrderIdPath"];
            };
            cookie?: never;
        };
        /** @description The appointment to book. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhlebotomyAppointmentBooking"];
            };
        };
        responses: {
            /** @description The appointment that was booked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Appointment"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
        };
    };
    requestPhlebotomyAppointment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the order.
                 * @example e70b2df5-816a-43c4-99f6-0c152739ecfd
                 */
                order_id: components["parameters"]["OrderIdPath"];
            };
            cookie?: never;
        };
        /** @description The appointment to request. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhlebotomyAppointmentRequest"];
            };
        };
        responses: {
            /** @description The appointment that was requested. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Appointment"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
        };
    };
    reschedulePhlebotomyAppointment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the order.
                 * @example e70b2df5-816a-43c4-99f6-0c152739ecfd
                 */
                order_id: components["parameters"]["OrderIdPath"];
            };
            cookie?: never;
        };
        /** @description What the appointment is moved to. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhlebotomyAppointmentReschedule"];
            };
        };
        responses: {
            /** @description The appointment as it was moved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Appointment"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
        };
    };
    getPscAppointmentAvailability: {
        parameters: {
            query?: {
                /** @description Start date of the slots. An answer holds 14 days. */
                start_date?: components["parameters"]["StartDateQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What slots are asked for. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AppointmentAvailabilityRequest"];
            };
        };
        responses: {
            /** @description The slots. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppointmentAvailability"];
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidInput"];
        };
    };
    bookPscAppointment: {
        parameters: {
            query?: never;
            header?: {
                /** @description An idempotency key. The service names a key for bookings at patient service centers, for orders only idempotency, and a header for neither: until the service has confirmed it, do not repeat a call because of it. A header that is not read prevents no duplicate. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /**
                 * @description Id of the order.
                 * @example e70b2df5-816a-43c4-99f6-0c152739ecfd
                 */
                order_id: components["parameters"]["OrderIdPath"];
            };
            cookie?: never;
        };
        /** @description The appointment to book. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PscAppointmentBooking"];
            };
        };
        responses: {
            /** @description The booking was taken. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Appointment"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
        };
    };
    createLabReportParsingJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The lab report and how to treat it. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["LabReportUpload"];
            };
        };
        responses: {
            /** @description The job was created. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabReportParsingJob"];
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidInput"];
        };
    };
    getLabReportParsingJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the job.
                 * @example 092d4f17-a38c-45e6-9b18-2e37495b0e1f
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabReportParsingJob"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
        };
    };
    listOrganizationTeams: {
        parameters: {
            query?: {
                /**
                 * @description Regions of the teams. Leave it out instead of sending null.
                 * @example [
                 *       "us",
                 *       "eu"
                 *     ]
                 */
                region?: components["parameters"]["RegionQuery"];
                /**
                 * @description A text to search the teams for: at most 80 characters, each a letter (accented Latin ones included), a digit, white space, an apostrophe (straight or curly) or one of `( ) , / : | & _ -`. Leave it out instead of sending null.
                 * @example Demo Health
                 */
                search_query?: components["parameters"]["SearchQuery"];
                /**
                 * @description Cursor of a page. Leave it out for the first page, instead of sending null.
                 * @example cursor-page-2
                 */
                next_cursor?: components["parameters"]["NextCursorQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example 5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6
                 */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the organization's teams. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationTeamPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
        };
    };
    onProviderConnectionCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderConnectionCreatedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventReceived"];
        };
    };
    onDailyDataCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DailyDataCreatedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventReceived"];
        };
    };
    onDailyDataUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DailyDataUpdatedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventReceived"];
        };
    };
    onHistoricalDataCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["HistoricalDataCreatedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventReceived"];
        };
    };
    onDailySleepCycleCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DailySleepCycleCreatedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventReceived"];
        };
    };
    onDailySleepCycleUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DailySleepCycleUpdatedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventReceived"];
        };
    };
    onHistoricalSleepCycleCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["HistoricalSleepCycleCreatedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventReceived"];
        };
    };
    onDailyHypnogramCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DailyHypnogramCreatedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventReceived"];
        };
    };
    onDailyHypnogramUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DailyHypnogramUpdatedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventReceived"];
        };
    };
    onHistoricalHypnogramCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["HistoricalHypnogramCreatedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventReceived"];
        };
    };
    onLabReportParsingJobCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabReportParsingJobCreatedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventReceived"];
        };
    };
    onLabReportParsingJobUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabReportParsingJobUpdatedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventReceived"];
        };
    };
    onOrderEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderStatusEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventReceived"];
        };
    };
    onOrderPartialResults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderPartialResultsEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventReceived"];
        };
    };
}
