// Types of the sandbox's control plane. Written by `npm run generate`; edit src/sandbox/control/openapi.yaml instead.

export interface paths {
    "/_sandbox/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this document
         * @description The description of the control plane, as JSON.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/assumptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what is assumed and chosen
         * @description Where the description of the service is silent, the contract had to choose, and the sandbox behaves as it chose: these are the assumptions. Where the contract leaves something open, the sandbox chose, which says nothing about the service.
         */
        get: operations["listAssumptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List worlds
         * @description The worlds of this sandbox with their keys and their age, in the order in which they were created. To list them uses none of them.
         */
        get: operations["listWorlds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        /**
         * Get a world
         * @description A world with its keys, its clock and its settings.
         */
        get: operations["getWorld"];
        /**
         * Get or create a world by name
         * @description Returns the world with this id, and creates it when there is none: a branch, a test run or a demo has a world of its own by a name that it knows,
         *     whichever of its programs calls first. Two calls at once create one world. It is a separate team with its own keys, so that several tests or
         *     people can work side by side; with `copy_of` a copy of another world.
         *
         *     A name has 1 to 63 letters, digits, dots, hyphens and underscores, and begins with a letter or a digit: write `feature/login` as `feature-login`.
         *     Of a world that is there already, a `ttl` takes the place of the one that it has; the other options count only when the world is created.
         *
         *     ```sh
         *     curl -H 'x-sandbox-control: 1' -X PUT -d '{"seed": "empty", "ttl": {"hours": 8}}' http://127.0.0.1:4020/_sandbox/worlds/feature-login
         *     ```
         */
        put: operations["openWorld"];
        post?: never;
        /**
         * Drop a world
         * @description The world, its keys and all that is in it are gone. The first one cannot be dropped.
         */
        delete: operations["dropWorld"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a world
         * @description Deletes everything in the world, also its endpoints and faults, and brings back the seed, the settings and the clock that it began with; those of a copy are those that the copied world began with. Its keys stay.
         */
        post: operations["resetWorld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/seed": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        /**
         * Write a world as a seed
         * @description The state of a world as JSON, which a world of another sandbox, also of a later version, begins with: `--seed FILE`, or `seed` of a new world.
         *     Keep the file to yourself: it has what is stored of users.
         *
         *     ```sh
         *     (umask 077; curl -H 'x-sandbox-control: 1' http://127.0.0.1:4020/_sandbox/worlds/demo/seed > seed.json)
         *     ```
         */
        get: operations["getSeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/backup": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        /**
         * Back up a world
         * @description The database of a world as it is now, with everything in it, keys included. It is a file for `worlds/` of a folder that a sandbox of the same version is started on.
         *     `sandbox backup FOLDER` writes such a folder with all worlds.
         */
        get: operations["backUpWorld"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings
         * @description The settings that are named change, the others stay. With `newer_values`, the service becomes newer than the contract: open enums carry values that the contract does not know. `getWorld` shows the settings.
         */
        patch: operations["changeSettings"];
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/clock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set the clock
         * @description Stops the clock or lets it run, then moves it forward: by a length of time, or to a time. What is due in between (retries of events,
         *     confirmations, expiries) is done in order before the answer. With an empty object, it waits for what is due now.
         *
         *     ```sh
         *     curl -H 'x-sandbox-control: 1' -X PATCH -d '{"is_frozen": true}' http://127.0.0.1:4020/_sandbox/worlds/demo/clock
         *     ```
         *
         *     Several calls at once move the clock by the sum of their lengths, whichever sandboxes take them; those to the same time move it there once.
         *     Backwards is refused. `getWorld` shows the clock.
         */
        patch: operations["setClock"];
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/happenings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make something happen
         * @description Happens in one transaction with its events. One that cannot happen is refused, and changes nothing. In TypeScript each is a function of `simulate`, such as `simulate.userDeleted({ user_id })`.
         */
        post: operations["simulateHappening"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/stories/{story_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
                /**
                 * @description The id of a story.
                 * @example late_correction_of_a_day
                 */
                story_id: components["parameters"]["StoryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Play a story
         * @description Plays the steps of a story one after the other, with the clock of the world, and waits after each until what is due was delivered. Some
         *     steps have an event fault, for their own events at all endpoints. A step that is refused ends the story; what happened before it stays.
         *
         *     `x-stories` in this document has the steps of each.
         */
        post: operations["playStory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/records/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
                /**
                 * @description The kind of record.
                 * @example connections
                 */
                kind: components["parameters"]["RecordKind"];
            };
            cookie?: never;
        };
        /**
         * List records of a kind
         * @description What the sandbox keeps, and what no operation of the API shows, the oldest first. In TypeScript each kind is a function of `records`,
         *     such as `records.orders({ user_id })`.
         *
         *     | kind | lists |
         *     |---|---|
         *     | `users` | the users, deleted ones included |
         *     | `connections` | the connections with their connect mode, what is prepared, in progress, and pulled |
         *     | `healthData` | the data of each day, timeseries values included |
         *     | `orders` | the orders with their results |
         *     | `requisitions` | what a lab is sent of each order, as it would be written now |
         *     | `appointments` | the appointments, those that were replaced or refused included |
         *     | `forwardings` | what the phlebotomy provider was sent, each time |
         *     | `linkCodes`, `portalUrls` | what was issued, and whether it has expired |
         *     | `touchedAssumptions` | the assumptions that calls and events of this world rest on, since it was opened or reset: what a program does with them may be wrong for the real service |
         *
         *     A parameter that is a field of the kind lists only the records with that value; any other is refused.
         */
        get: operations["listRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/faults": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        /**
         * List faults
         * @description The faults of a world, ended ones included, with the number of calls or deliveries that each affected.
         */
        get: operations["listFaults"];
        put?: never;
        /**
         * Add a fault
         * @description The `effect` says what goes wrong: calls fail, those of one `operation_id`, or deliveries of events become unkind, those to one `endpoint_id`;
         *     with `*` all of them.
         *
         *     **Of calls:** with an `operation_id`, calls of one operation fail, or of all with `*`.
         *
         *     | effect | does |
         *     |---|---|
         *     | `status` | answers another status, with a body and headers |
         *     | `latency` | answers late |
         *     | `drop` | closes the connection without an answer |
         *     | `truncate` | breaks off in the body of the answer |
         *
         *     A call is applied once its credential was accepted and its body was read. `when` sets the time of the failure: `before` the operation runs, so
         *     that a call that fails changes nothing; or `after`, so that the change is made, its events are sent, and only the answer is lost. A `latency`
         *     delays the answer, and a `truncate` breaks off in it: the change is made, even if the caller has left.
         *
         *     A client that creates a user twice after a lost answer is found with three calls: reset the world, which deletes
         *     all that it holds, add the fault below, and list the users after the client ran.
         *
         *     ```sh
         *     curl -H 'x-sandbox-control: 1' -X POST http://127.0.0.1:4020/_sandbox/worlds/demo/reset
         *     curl -H 'x-sandbox-control: 1' -d '{"operation_id": "createUser", "effect": "drop", "count": 1}' http://127.0.0.1:4020/_sandbox/worlds/demo/faults
         *     curl -H 'x-sandbox-control: 1' http://127.0.0.1:4020/_sandbox/worlds/demo/records/users
         *     ```
         *
         *     **Of deliveries:** with an `endpoint_id`, deliveries of events to one endpoint, or to all with `*`, become unkind. It affects events that are
         *     written from now on. The events themselves stay as they happened; only what is sent changes, and each attempt shows what was sent.
         *
         *     What an honest provider may do (`conduct` is `honest`); a receiver accepts all of it:
         *
         *     | effect | does |
         *     |---|---|
         *     | `duplicate` | sends copies with the same id at the same time |
         *     | `delay` | sends the event later; the later events of its user wait behind it |
         *     | `reorder_within_user` | sends the event after the next one of its user |
         *     | `redelivery` | sends the event again after it was acknowledged |
         *     | `silence` | sends nothing until the fault ends, and then everything |
         *     | `cut` | cuts the connection `before`, `within` or `after` the body; the next attempt follows by the schedule |
         *     | `unknown_type` | sends an event of an unknown type first, with an id of its own |
         *     | `unknown_values` | sends the event with an unknown value in every open enum |
         *     | `added_fields` | sends the event with fields that the contract does not have |
         *     | `largest_payload` | sends the event with an unknown field that fills it up to 256 KB |
         *
         *     What only an attacker does (`conduct` is `attacker`); a receiver refuses it. It is sent in addition, and does not count for the delivery:
         *
         *     | effect | does |
         *     |---|---|
         *     | `wrong_signature` | first sends the event with a signature of another body |
         *     | `old_timestamp` | after the event sends it once more, with a valid signature of long ago: a replay |
         *
         *     A burst is not an effect, but something that happens: see `backfillArrived`.
         *
         *     For each call, or for each delivery when its event is written, a fault takes one number of its own generator, which its `seed` starts:
         *     the same faults apply to the same calls and deliveries of a repeated run. Faults, and what
         *     they decided, are kept with the world, so they survive a restart where the world does.
         *
         *     **Of several faults** that apply to one call, latencies add up, and of the others the oldest wins. Those that apply to one delivery are combined:
         *     an event with added fields is sent twice, for example. The longest delay or silence counts, and of several faults with the same effect the oldest.
         *     A delivery is sent unkindly once, and a retry as usual.
         */
        post: operations["addFault"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/faults/{fault_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
                /**
                 * @description The id of a fault, or `*` for all.
                 * @example fault_2
                 */
                fault_id: components["parameters"]["FaultId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a fault, or all
         * @description They affect no more calls and events. Calls that are delayed at the moment are answered, and deliveries that are held back are sent, when their time has come.
         */
        delete: operations["removeFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        /**
         * List calls
         * @description The calls of the API that were made in a world. Calls whose key opens no world are in the world `demo`.
         *
         *     The journal is in memory: a restart and a reset of the world empty it, and a copy begins without one. It takes at most 4 MB for each world and
         *     256 MB in all; when it is full, the oldest bodies are dropped first, then the oldest calls. `hidden` stands in the place of
         *     keys, link tokens and secrets of endpoints, of the codes and URLs in the answers of `createLinkCode` and `createPortalUrl`, and of query parameters named
         *     like a key, token, secret or password. A code or URL that a program sends elsewhere is kept.
         *
         *     ```sh
         *     curl -H 'x-sandbox-control: 1' 'http://127.0.0.1:4020/_sandbox/worlds/demo/calls?operation=placeOrder'
         *     ```
         */
        get: operations["listCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        /**
         * List events
         * @description The events of a world as they were written, delivered or not.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        /**
         * List endpoints
         * @description The URLs that events are sent to. Secrets are returned at registration only.
         */
        get: operations["listEndpoints"];
        put?: never;
        /**
         * Register an endpoint
         * @description It gets the events that are written from now on, signed after Standard Webhooks. It is on this machine, or on a host that the operator allowed with `--allow-host`.
         */
        post: operations["registerEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/endpoints/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
                /**
                 * @description The id of an endpoint.
                 * @example 5b1f6a3e-0f4d-4f0e-8a35-3c1f0f7d9a11
                 */
                endpoint_id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an endpoint
         * @description Nothing more is sent there. Its deliveries that are `delivered` or `parked` stay listed; those that were still due or waiting are removed with it.
         */
        delete: operations["removeEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        /**
         * List deliveries
         * @description What became of each event at each endpoint. With `state=parked` those whose retries ran out.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/deliveries/resend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events again
         * @description Sends the deliveries again that match: without a filter all that are parked. Each goes before all later events of its user to that
         *     endpoint. Those of removed endpoints, and those that wait for an earlier one, stay as they are; one that is named by its id is refused then.
         *
         *     A new world has no delivery: call `registerEndpoint`, then simulate an event such as `dataArrived`.
         */
        post: operations["resendDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
                /**
                 * @description The id of a delivery, from `listDeliveries`. The first of a new sandbox is 1.
                 * @example 1
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description A delivery with its event, and with what was sent and what came back in each attempt.
         *     A new world has no delivery: call `registerEndpoint`, then simulate an event such as `dataArrived`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        /**
         * Watch a world live
         * @description Server-sent events, from now on: `request` when a call of the API was answered, `event` when an event was written, `delivery` when
         *     an attempt to deliver one was made, `control` when a call of this control plane changed something. A comment is sent every
         *     15 seconds, so that a connection that died is noticed. A reader for whom more than a megabyte is waiting is cut off: connect again,
         *     and list what was missed. There are 32 readers at most.
         *
         *     ```sh
         *     curl -N -H 'x-sandbox-control: 1' http://127.0.0.1:4020/_sandbox/worlds/demo/stream
         *     ```
         *
         *     In a browser read it with `fetch`, since `EventSource` cannot send the header.
         */
        get: operations["watchWorld"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What is wrong, where, and what to do. */
        Refusal: {
            /** @description The refusal. */
            error: {
                /** @description What was expected and what was found. */
                message: string;
                /** @description The place of what is wrong, such as `body /to`, `query state` or `header host`. */
                where?: string;
                /** @description What to do. */
                remedy?: string;
            };
        };
        /** @description Something that the contract had to choose. */
        Assumption: {
            /** @description Its place in the bundled contract. */
            pointer: string;
            /** @description The name of the assumption. Several places may have one. */
            key?: string;
            /**
             * @description On the few that decide how a consumer codes.
             * @enum {string}
             */
            weight?: "decides";
            /** @description What was chosen. */
            chose: string;
            /** @description Why. */
            because: string;
            /** @description What else it could be. */
            could_be: string;
            /** @description Some of what it could be, by the names that the setting `assume` takes. */
            alternatives?: {
                [key: string]: unknown;
            };
            /** @description What a server may do differently, such as `status`. */
            leaves_open: string[];
        };
        /** @description Something that the sandbox had to choose, where neither the service nor the contract says anything. */
        Choice: {
            /** @description Its id. */
            id: string;
            /** @description What the sandbox does. */
            chosen: string;
            /** @description What is not stated, and why this was chosen. */
            because: string;
            /** @description The ids of the operations and the names of the events that it concerns; `every operation` or `every event` for what concerns all. */
            operations: string[];
        };
        /** @description A length of time; its parts add up. */
        Duration: {
            /** @description Days. */
            days?: number;
            /** @description Hours. */
            hours?: number;
            /** @description Minutes. */
            minutes?: number;
            /** @description Seconds. */
            seconds?: number;
        };
        /** @description A world as the list of worlds shows it, without its clock and its settings. */
        ListedWorld: {
            /** @description Its id. */
            id: string;
            /** @description The key of the team, for `x-service-api-key`. */
            api_key: string;
            /** @description The key of the organization, for `X-Management-Key`. */
            management_key: string;
            /** @description The id of the team. */
            team_id: string;
            /** @description The id of the organization. */
            org_id: string;
            /**
             * Format: date-time
             * @description When it was created, by the machine's time.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was used last, by the machine's time; noted once a minute.
             */
            used_at: string;
            /** @description How long it is kept after its last use; left out when it is kept until it is dropped. */
            ttl?: components["schemas"]["Duration"];
            /**
             * Format: date-time
             * @description When it is removed unless it is used before, by the machine's time; null when it is kept until it is dropped.
             */
            expires_at: string | null;
        };
        /** @description The clock of a world. */
        Clock: {
            /**
             * Format: date-time
             * @description What time it is.
             */
            now: string;
            /** @description Does it stand still? */
            is_frozen: boolean;
        };
        /** @description The switches of a world. */
        Settings: {
            /**
             * @description Sources of summaries and events: `new` has the new fields only, `old` the deprecated ones only, `both` has both.
             * @enum {string}
             */
            source_form: "new" | "both" | "old";
            /** @description Whether partial results send an event, which the service enables per team. */
            partial_results: boolean;
            /** @description Is scheduling at patient service centers open to the team? True by default. False is the other reading: all of it is opt-in, and both of its operations refuse. */
            psc_scheduling: boolean;
            /** @description Is the service newer than the contract? Open enums then carry values that it does not know. */
            newer_values: boolean;
            /** @description Are calls refused that give hints, such as an unknown query parameter? By default as the sandbox was started: `--strict`. */
            strict?: boolean;
            /**
             * Alternatives
             * @description By the key of an assumption, the name of the alternative that is in its place, such as `{"success-status": "201"}`.
             */
            assume?: {
                [key: string]: string;
            };
        };
        /** @description A team with its organization, its keys and its clock. */
        World: {
            /** @description Its id. */
            id: string;
            /** @description The key of the team, for `x-service-api-key`. */
            api_key: string;
            /** @description The key of the organization, for `X-Management-Key`. */
            management_key: string;
            /** @description The id of the team. */
            team_id: string;
            /** @description The id of the organization. */
            org_id: string;
            /** @description The clock of a world. */
            clock: components["schemas"]["Clock"];
            /** @description The switches of a world. */
            settings: components["schemas"]["Settings"];
            /**
             * Format: date-time
             * @description When it was created, by the machine's time.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was used last, by the machine's time; noted once a minute.
             */
            used_at: string;
            /** @description How long it is kept after its last use; left out when it is kept until it is dropped. */
            ttl?: components["schemas"]["Duration"];
            /**
             * Format: date-time
             * @description When it is removed unless it is used before, by the machine's time; null when it is kept until it is dropped.
             */
            expires_at: string | null;
        };
        /** @description An id of 1 to 63 letters, digits, dots, hyphens and underscores that begins with a letter or a digit. */
        WorldName: string;
        /**
         * @description `demo` is the cast of the contract's examples, `empty` has no users; both know providers, labs and places.
         * @enum {string}
         */
        Seed: "demo" | "empty";
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
        /** @description A user as stored. The connected sources follow from the connections. */
        StoredUser: {
            /** @description Its id. */
            user_id: string;
            /** @description The id that the team gave it. */
            client_user_id: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_on: string;
            /** @description Time zone used for data that arrives without a time zone of its own. */
            fallback_time_zone: components["schemas"]["FallbackTimeZone"];
            /** @description Birth date from which the maximum heart rate is derived where a provider reports no age. */
            fallback_birth_date?: components["schemas"]["FallbackBirthDate"];
            /** @description The first day whose data is stored; null without a bound. */
            ingestion_start: string | null;
            /** @description The last day whose data is stored; null without a bound. */
            ingestion_end: string | null;
            /** @description Demographics, whose fields the service does not show. */
            demographics?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was deleted; absent otherwise.
             */
            deleted_at?: string;
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
        /** @description A connection as stored, with its refreshes and historical pulls. */
        StoredConnection: {
            /** @description The user. */
            user_id: string;
            /** @description The slug of the provider. A user has at most one connection to it. */
            provider: string;
            /**
             * @description How the SDK of an on-device provider connects; of other providers `automatic`.
             * @enum {string}
             */
            connect_mode: "automatic" | "explicit";
            /** @description `connected`, or the status of the failure. */
            status: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_on: string;
            /** @description The availability of each resource. */
            resource_availability: {
                [key: string]: components["schemas"]["ResourceAvailability"];
            };
            /** @description What is wrong with it; null without an error. */
            error_details: {
                [key: string]: unknown;
            } | null;
            /** @description The outcomes that were prepared for refreshes. */
            prepared: {
                /** @description The resource; by default all without an outcome of their own. */
                resource?: string;
                /** @description The outcome, or how long a refresh takes until it succeeds. */
                becomes: ("refreshed" | "failed") | {
                    /** @description Seconds of the world's clock. */
                    takes_seconds: number;
                };
            }[];
            /** @description Resources whose refresh takes longer than its call waited. */
            in_progress: {
                /** @description The resource. */
                resource: string;
                /**
                 * Format: date-time
                 * @description When it completes, by the world's clock.
                 */
                due_at: string;
            }[];
            /** @description Resources whose historical pull is complete. */
            pulled: string[];
        };
        /** @description The data of one resource on one day, from one provider: a summary, or the timeseries values of the day. */
        StoredData: {
            /** @description The user. */
            user_id: string;
            /** @description The slug of the provider. */
            provider: string;
            /** @description The resource. */
            resource: string;
            /**
             * Format: date
             * @description The day, in the user's fallback time zone.
             */
            day: string;
            /** @description The app that the data comes from. */
            app_id?: string;
            /** @description Its fields, which the service does not show. */
            data: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it arrived.
             */
            created_on: string;
            /**
             * Format: date-time
             * @description When it changed last.
             */
            updated_on: string;
        };
        /** @description Status of a lab account. Known value: `PENDING`. */
        LabAccountStatus: ("PENDING" | (string & {}));
        /** @description A lab account as stored. */
        StoredLabAccount: {
            /** @description Its id. */
            lab_account_id: string;
            /** @description Status of a lab account. Known value: `PENDING`. */
            status: components["schemas"]["LabAccountStatus"];
            /** @description Joined with the comments of an order on its requisition. */
            default_clinical_comments?: string;
        };
        /** @description Address of the patient. */
        PatientAddress: {
            /** @description Instructions for getting in at the address, for example which entrance to use. Set when the order is created, and forwarded to the phlebotomy provider on each booking and each reschedule. */
            access_notes?: string;
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
        /** @description An order as stored, with its results. */
        StoredOrder: {
            /** @description Its id. */
            id: string;
            /** @description The user that it is for; absent without one. */
            user_id?: string;
            /** @description The lab account. */
            lab_account_id: string;
            /**
             * Format: date-time
             * @description When it was placed.
             */
            created_on: string;
            /** @description Address of the patient. */
            patient_address?: components["schemas"]["PatientAddress"];
            /** @description Its comments. */
            clinical_comments?: string;
            /** @description Further fields of the creation body, as they were sent. */
            further: {
                [key: string]: unknown;
            };
            /** @description Its steps, at least one; the latest last. */
            events: components["schemas"]["OrderEvent"][];
            /** @description The results that the lab has published. */
            results: {
                /**
                 * Format: date-time
                 * @description When they were published.
                 */
                published_at: string;
                /** @description Were more to come? */
                is_partial: boolean;
                /** @description The results, as they were published. */
                results: unknown[];
            }[];
            /**
             * @description How the service center answers the next booking; absent unless prepared.
             * @enum {string}
             */
            prepared_confirmation?: "confirmed" | "refused";
        };
        /** @description An appointment of an order as stored. An order has at most one of each kind that is neither refused nor replaced. */
        StoredAppointment: {
            /** @description Its id. */
            id: string;
            /** @description The order. */
            order_id: string;
            /**
             * @description Where blood is drawn: at home, or at a patient service center.
             * @enum {string}
             */
            kind: "phlebotomy" | "psc";
            /**
             * @description Its status.
             * @enum {string}
             */
            status: "requested" | "booked" | "unconfirmed" | "confirmed" | "refused" | "replaced";
            /** @description When it begins, a date-time; null for one that was only requested. */
            start: string | null;
            /** @description Notes for the appointment. */
            appointment_notes?: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            made_at: string;
        };
        /** @description What a phlebotomy provider was sent. */
        StoredForwarding: {
            /** @description The order. */
            order_id: string;
            /**
             * @description Why it was sent.
             * @enum {string}
             */
            occasion: "booking" | "reschedule";
            /**
             * Format: date-time
             * @description When it was sent.
             */
            forwarded_at: string;
            /** @description When the appointment begins, a date-time; null for one that was only requested. */
            start: string | null;
            /** @description Instructions for getting in; null without any. */
            access_notes: string | null;
            /** @description Notes for the appointment; null without any. */
            appointment_notes: string | null;
        };
        /** @description A token for the link flow of one user. */
        StoredLinkToken: {
            /** @description The token. */
            link_token: string;
            /** @description The user. */
            user_id: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expires_at: string;
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
        /**
         * @description The state of a world, as a file that another sandbox begins a world with, also one of a later version. It has users, orders, health data, settings, the clock,
         *     endpoints, events and what is still to be delivered. Keys of the team and the organization, secrets of endpoints, link tokens, link codes and portal URLs
         *     are in it only when they are asked for; faults, delivered events' attempts and calls never are.
         */
        WorldSeed: {
            /**
             * @description The version of this form.
             * @constant
             */
            version: 1;
            /** @description The id of the team. Another world has another one in its place. */
            team_id: string;
            /** @description The id of the organization. Another world has another one in its place. */
            org_id: string;
            /** @description The keys of the world, and the ids that belong to them; only when they were asked for. */
            keys?: {
                /** @description The key of the team. */
                api_key: string;
                /** @description The key of the organization. */
                management_key: string;
                /** @description The name of the team. */
                team_name: string;
                /**
                 * @description Its region.
                 * @enum {string}
                 */
                region: "us" | "eu";
            };
            /** @description The clock of a world. */
            clock: components["schemas"]["Clock"];
            /** @description The switches of a world. */
            settings: components["schemas"]["Settings"];
            /**
             * @description The ids of new things.
             * @enum {string}
             */
            ids?: "random" | "sequence";
            /** @description By kind, the records by their ids, in the order in which they were made. */
            records: {
                /** @description The users. */
                users?: {
                    [key: string]: components["schemas"]["StoredUser"];
                };
                /** @description The teams of the organization. */
                teams?: {
                    [key: string]: components["schemas"]["OrganizationTeam"];
                };
                /** @description The connections. */
                connections?: {
                    [key: string]: components["schemas"]["StoredConnection"];
                };
                /** @description The health data. */
                data?: {
                    [key: string]: components["schemas"]["StoredData"];
                };
                /** @description The lab accounts. */
                lab_accounts?: {
                    [key: string]: components["schemas"]["StoredLabAccount"];
                };
                /** @description The orders. */
                orders?: {
                    [key: string]: components["schemas"]["StoredOrder"];
                };
                /** @description The appointments. */
                appointments?: {
                    [key: string]: components["schemas"]["StoredAppointment"];
                };
                /** @description What phlebotomy providers were sent. */
                forwardings?: {
                    [key: string]: components["schemas"]["StoredForwarding"];
                };
                /** @description The link tokens. */
                link_tokens?: {
                    [key: string]: components["schemas"]["StoredLinkToken"];
                };
                /** @description The link codes. */
                link_codes?: {
                    [key: string]: {
                        /** @description The code. */
                        code: string;
                        /** @description The user. */
                        user_id: string;
                        /**
                         * Format: date-time
                         * @description When it was made.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description Until when it is valid.
                         */
                        expires_at: string;
                        /**
                         * Format: date-time
                         * @description When it was exchanged.
                         */
                        exchanged_at?: string;
                    };
                };
                /** @description The portal URLs. */
                portal_urls?: {
                    [key: string]: {
                        /** @description The URL. */
                        url: string;
                        /** @description The user. */
                        user_id: string;
                        /**
                         * @description What it is for.
                         * @enum {string}
                         */
                        context: "launch" | "communications";
                        /** @description The order. */
                        order_id: string | null;
                        /**
                         * Format: date-time
                         * @description When it was made.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description Until when it is valid.
                         */
                        expires_at: string;
                    };
                };
                /** @description The jobs that parse lab reports. */
                parsing_jobs?: {
                    [key: string]: {
                        /** @description Its id. */
                        id: string;
                        /**
                         * Format: date-time
                         * @description When it was made.
                         */
                        created_on: string;
                        /** @description The media type of the report. */
                        file_type: string;
                        /** @description Its size. */
                        file_bytes: number;
                        /** @description Is a person to review it? */
                        human_review_requested: unknown;
                        /** @description Status of a lab report parsing job. The service names three: completed, failed and pending review. Handle another by a default branch. Known values: `completed`, `failed`, `pending_review`. */
                        status?: components["schemas"]["LabReportParsingJobStatus"];
                        /** @description What was parsed. */
                        results?: components["schemas"]["LabReportResult"][];
                    };
                };
                /** @description Where events are sent. */
                endpoints?: {
                    [key: string]: {
                        /** @description Its id. */
                        id: string;
                        /** @description The URL. */
                        url: string;
                        /**
                         * Format: date-time
                         * @description When it was registered.
                         */
                        created_at: string;
                        /** @description The secret of its signatures; a new one is made where there is none. */
                        secret?: string;
                    };
                };
                /** @description What idempotency keys made. */
                idempotency_keys?: {
                    [key: string]: {
                        /** @description The id of what it made. */
                        made_id: string;
                        /** @description The user. */
                        user_id?: string;
                        /** @description The hash of the body that was sent. */
                        sent_hash: string;
                    };
                };
                /** @description The slots that appointments hold. */
                slot_holds?: {
                    [key: string]: {
                        /** @description Its id. */
                        id: string;
                        /** @description The appointment. */
                        appointment_id: string;
                        /**
                         * @description Its kind.
                         * @enum {string}
                         */
                        kind: "phlebotomy" | "psc";
                        /** @description The slot. */
                        start: string;
                        /** @description Since when. */
                        from_ms: number;
                        /** @description Until when. */
                        until_ms?: number;
                    };
                };
                /** @description The last id of a sequence. */
                id_sequence?: {
                    [key: string]: {
                        /** @description Its number. */
                        last: number;
                    };
                };
            };
            /** @description The events, the oldest first. */
            events: {
                /** @description Its place. */
                place: number;
                /** @description Its id. */
                id: string;
                /** @description Its type. */
                type: string;
                /** @description The user that it is about, or empty. */
                user_id: string;
                /** @description When it happened, by the world's clock, in milliseconds since 1970. */
                at_ms: number;
                /** @description The payload as JSON. */
                payload: string;
            }[];
            /** @description The deliveries that have not arrived. */
            deliveries: {
                /** @description Its number. */
                place: number;
                /** @description The endpoint. */
                endpoint_id: string;
                /** @description The event. */
                event_id: string;
                /** @description The user, or empty. */
                user_id: string;
                /**
                 * @description Its state.
                 * @enum {string}
                 */
                state: "waiting" | "due" | "parked";
                /** @description How many attempts were made. */
                attempts: number;
                /** @description When it is due at the earliest, in milliseconds since 1970. */
                not_before_ms: number | null;
                /** @description When it is due, in milliseconds since 1970. */
                due_at_ms: number | null;
                /** @description The event faults of its next attempt, as JSON. */
                faults: string | null;
            }[];
            /** @description What else is due at a time. */
            work: {
                /** @description When, in milliseconds since 1970. */
                at_ms: number;
                /** @description What is done. */
                kind: string;
                /** @description Its data as JSON. */
                payload: string;
            }[];
        };
        /** @description The switches to change. */
        SettingsChange: {
            /**
             * Sources
             * @description Sources of summaries and events: `new` has the new fields only, `old` the deprecated ones only, `both` has both.
             * @enum {string}
             */
            source_form?: "new" | "both" | "old";
            /** @description Whether partial results send an event, which the service enables per team. */
            partial_results?: boolean;
            /**
             * Scheduling at service centers
             * @description Is scheduling at patient service centers open to the team? True by default. False is the other reading: all of it is opt-in, and both of its operations refuse.
             */
            psc_scheduling?: boolean;
            /**
             * Values of a newer service
             * @description Is the service newer than the contract? Open enums then carry values that it does not know.
             */
            newer_values?: boolean;
            /**
             * Refuse odd calls
             * @description Are calls refused that give hints, such as an unknown query parameter? By default as the sandbox was started: `--strict`.
             */
            strict?: boolean;
            /**
             * Alternatives
             * @description By the key of an assumption, the name of the alternative that is in its place, such as `{"success-status": "201"}`.
             */
            assume?: {
                [key: string]: string;
            };
        };
        /** @description How a world is made. */
        NewWorld: {
            /**
             * @description The initial state: by its name, or as another sandbox wrote it with `getSeed`. Settings and clock are then those of the seed, unless they are given here.
             * @default demo
             */
            seed?: components["schemas"]["Seed"] | components["schemas"]["WorldSeed"];
            /**
             * Format: date-time
             * @description The start of its clock; by default the machine's time.
             */
            now?: string;
            /**
             * @description Does its clock stand still until it is advanced?
             * @default false
             */
            is_frozen?: boolean;
            /** @description Where its settings differ from the default; a reset brings them back. */
            settings?: components["schemas"]["SettingsChange"];
            /**
             * @description The ids of new things: `random`, or a `sequence` that a test can print, `00000000-0000-4000-8000-000000000001` and so on for users, orders, endpoints and
             *     events alike. A reset begins it again. Keys, codes, tokens and the ids of the team and the organization stay random.
             * @default random
             * @enum {string}
             */
            ids?: "random" | "sequence";
            /**
             * @description Its time to live, from 1 minute to 366 days: without a call for so long, by the machine's time, the world is removed with all that is in it.
             *     Each call with its keys, and each call of the control plane to it, begins the time anew; a stream that is open does not. By default a world is kept until it is dropped.
             */
            ttl?: components["schemas"]["Duration"];
            /**
             * @description The id of a world to copy, with all that is in it: users, orders, events, deliveries, faults, settings and clock. Leave out `seed`, `settings`, `ids`, `now`
             *     and `is_frozen`. What was still to be delivered is delivered from both, to the same endpoints. The copy has keys of its own, and other ids of
             *     the team and the organization, wherever they are; all other ids stay. The numbers of deliveries change. A reset of it goes to the beginning of the world
             *     that was copied, with that one's seed and clock, not to the moment of the copy.
             */
            copy_of?: string;
        };
        /** @description Any fields. */
        AnyFields: {
            [key: string]: unknown;
        };
        /** @description What happens outside of the API, by its `name`. */
        Happening: {
            /**
             * @description Connect a provider.
             * @constant
             */
            name: "connectionMade";
            /** @description The user, by `user_id`. */
            user_id: string;
            /** @description The slug of a provider. */
            provider: string;
            /**
             * @description For on-device providers: by default `automatic`.
             * @enum {string}
             */
            connect_mode?: "automatic" | "explicit";
            /** @description The resources; by default all of the provider. */
            resources?: string[];
            /** @description Names of scopes; a resource that needs one of them is unavailable. */
            denied_scopes?: string[];
        } | {
            /**
             * @description Break a connection.
             * @constant
             */
            name: "connectionBroken";
            /** @description The user, by `user_id`. */
            user_id: string;
            /** @description The slug of a provider. */
            provider: string;
            /** @description The status; by default `error`. */
            status?: string;
            /** @description The details; by default a message. */
            error_details?: components["schemas"]["AnyFields"];
        } | {
            /**
             * @description Prepare the outcome of a refresh.
             * @constant
             */
            name: "refreshPrepared";
            /** @description The user, by `user_id`. */
            user_id: string;
            /** @description The slug of a provider. */
            provider: string;
            /** @description The resource. */
            resource?: string;
            /**
             * @description The outcome.
             * @enum {string}
             */
            outcome?: "refreshed" | "failed";
            /** @description How many seconds of the world's clock it takes to succeed. */
            takes_seconds?: number;
        } | {
            /**
             * @description Send data.
             * @constant
             */
            name: "dataArrived";
            /** @description The user, by `user_id`. */
            user_id: string;
            /** @description The slug of a provider. */
            provider: string;
            /** @description The resource. */
            resource: string;
            /** @description The fields of the summary, or the values; which there are is not shown. */
            data?: components["schemas"]["AnyFields"];
            /**
             * Format: date
             * @description The day; by default today where the user is.
             */
            day?: string;
            /** @description The app that the data comes from. */
            app_id?: string;
        } | {
            /**
             * @description Send a burst of data.
             * @constant
             */
            name: "backfillArrived";
            /** @description The user, by `user_id`. */
            user_id: string;
            /** @description The slug of a provider. */
            provider: string;
            /** @description The resource. */
            resource: string;
            /** @description How many days before today, each an event; by default 10,000. */
            days?: number;
        } | {
            /**
             * @description Complete the historical pull of a resource.
             * @constant
             */
            name: "historicalPullCompleted";
            /** @description The user, by `user_id`. */
            user_id: string;
            /** @description The slug of a provider. */
            provider: string;
            /** @description The resource. */
            resource: string;
            /** @description How many days before today; by default 30. */
            days?: number;
        } | {
            /**
             * @description Open or change a lab account.
             * @constant
             */
            name: "labAccountSet";
            /** @description The account to change; by default a new one. */
            lab_account_id?: string;
            /** @description Its status, one that the contract knows or another. */
            status?: string;
            /** @description Comments for each order; null removes them. */
            default_clinical_comments?: string | null;
        } | {
            /**
             * @description Exchange a link code.
             * @constant
             */
            name: "linkCodeExchanged";
            /** @description The code. */
            code: string;
            /**
             * @description For on-device providers: by default `automatic`.
             * @enum {string}
             */
            connect_mode?: "automatic" | "explicit";
        } | {
            /**
             * @description Mint a link token.
             * @constant
             */
            name: "linkTokenMinted";
            /** @description The user, by `user_id`. */
            user_id: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expires_at?: string;
        } | {
            /**
             * @description Move an order.
             * @constant
             */
            name: "orderMoved";
            /** @description The order. */
            order_id: string;
            /** @description The status, one that the contract knows or another. */
            status: string;
            /** @description The detailed status. */
            low_level_status?: string;
            /** @description Details of the status; by default null. */
            status_detail?: string | null;
        } | {
            /**
             * @description Publish a result.
             * @constant
             */
            name: "resultPublished";
            /** @description The order. */
            order_id: string;
            /** @description The results; their form is not shown. */
            results: unknown[];
            /** @description Are more to come? By default not. */
            is_partial?: boolean;
        } | {
            /**
             * @description Prepare the confirmation of a service center.
             * @constant
             */
            name: "pscConfirmationPrepared";
            /** @description The order. */
            order_id: string;
            /**
             * @description The answer of the service center.
             * @enum {string}
             */
            outcome: "confirmed" | "refused";
        } | {
            /**
             * @description Finish a parsing job.
             * @constant
             */
            name: "parsingJobFinished";
            /** @description The parsing job. */
            job_id: string;
            /** @description The status, such as `completed`, `failed` or `pending_review`. */
            status: string;
            /** @description The results, as the contract describes those of a lab report. */
            results?: components["schemas"]["LabReportResult"][];
        } | {
            /**
             * @description Add a team to the organization.
             * @constant
             */
            name: "organizationTeamAdded";
            /** @description Its name. */
            team_name: string;
            /**
             * @description Its region.
             * @enum {string}
             */
            region: "us" | "eu";
        } | {
            /**
             * @description Set the demographics of a user.
             * @constant
             */
            name: "demographicsSet";
            /** @description The user, by `user_id`. */
            user_id: string;
            /** @description The demographics; which fields they have is not shown. */
            demographics: components["schemas"]["AnyFields"] | null;
        } | {
            /**
             * @description Delete a user.
             * @constant
             */
            name: "userDeleted";
            /** @description The user, by `user_id`. */
            user_id: string;
        };
        /** @description State of a connection between a user and a provider. Handle an unknown value by a default branch. Known value: `connected`. */
        ConnectionStatus: ("connected" | (string & {}));
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
        /** @description The data was stored, and an event was written. */
        ArrivedData: {
            /**
             * @description Is it the first data of the day?
             * @enum {string}
             */
            outcome: "created" | "updated";
            /**
             * Format: date
             * @description The day.
             */
            day: string;
            /** @description The event. */
            event_type: string;
        };
        /** @description The data was dropped, without an event. */
        DroppedData: {
            /**
             * @description It was dropped.
             * @enum {string}
             */
            outcome: "dropped";
            /**
             * Format: date
             * @description The day.
             */
            day: string;
            /** @description Why. */
            reason: string;
        };
        /** @description What became of the data. */
        Backfill: {
            /** @description How many days are stored, each with an event. */
            events: number;
            /** @description How many days are outside of the user's bounds of ingestion. */
            dropped: number;
        };
        /** @description What became of the data. */
        HistoricalPull: {
            /** @description The event. */
            event_type: string;
            /** @description How many days are stored. */
            kept: number;
            /** @description How many days are outside of the user's bounds of ingestion. */
            dropped: number;
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
        /** @description What came of a happening, by its `name`. */
        Happened: {
            /**
             * @description What happened.
             * @enum {string}
             */
            name: "refreshPrepared" | "orderMoved" | "resultPublished" | "pscConfirmationPrepared" | "demographicsSet" | "userDeleted";
            /** @description No result. */
            result: null;
        } | {
            /**
             * @description What happened.
             * @enum {string}
             */
            name: "connectionMade" | "connectionBroken" | "linkCodeExchanged";
            /** @description A connection between a user and a provider. */
            result: components["schemas"]["UserConnection"];
        } | {
            /**
             * @description What happened.
             * @constant
             */
            name: "dataArrived";
            /** @description What became of the data. */
            result: components["schemas"]["ArrivedData"] | components["schemas"]["DroppedData"];
        } | {
            /**
             * @description What happened.
             * @constant
             */
            name: "backfillArrived";
            /** @description What became of the data. */
            result: components["schemas"]["Backfill"];
        } | {
            /**
             * @description What happened.
             * @constant
             */
            name: "historicalPullCompleted";
            /** @description What became of the data. */
            result: components["schemas"]["HistoricalPull"];
        } | {
            /**
             * @description What happened.
             * @constant
             */
            name: "labAccountSet";
            /** @description A lab account as stored. */
            result: components["schemas"]["StoredLabAccount"];
        } | {
            /**
             * @description What happened.
             * @constant
             */
            name: "linkTokenMinted";
            /** @description A token for the link flow of one user. */
            result: components["schemas"]["StoredLinkToken"];
        } | {
            /**
             * @description What happened.
             * @constant
             */
            name: "parsingJobFinished";
            /** @description A job that extracts the results of an uploaded lab report. */
            result: components["schemas"]["LabReportParsingJob"];
        } | {
            /**
             * @description What happened.
             * @constant
             */
            name: "organizationTeamAdded";
            /** @description A team of an organization. */
            result: components["schemas"]["OrganizationTeam"];
        };
        /**
         * @description The id of a story.
         * @enum {string}
         */
        StoryId: "first_connection_with_backfill" | "backfill_overlaps_daily_data" | "two_providers_for_one_night" | "travel_across_time_zones" | "late_correction_of_a_day" | "connection_revoked_and_returned" | "provider_in_error" | "lab_results_corrected" | "order_fails_in_transit" | "appointment_moved_twice" | "deletion_undone_on_the_last_day" | "link_at_the_moment_of_deletion";
        /** @description What a story is given. The payloads that a story needs are not shown by the contract, so the caller gives them. */
        StoryInput: {
            /** @description The user, by `user_id`, without the connections that the story makes; by default a new user. */
            user_id?: string;
            /** @description The data that arrives, in order: the fields of each summary. */
            data?: {
                [key: string]: unknown;
            }[];
            /** @description The results that the lab publishes, in order: a list each time. */
            results?: unknown[][];
            /** @description The status of a connection that breaks; by default that of `connectionBroken`. */
            status?: string;
            /** @description The error details of a connection that breaks; by default those of `connectionBroken`. */
            error_details?: {
                [key: string]: unknown;
            };
        };
        /** @description What happened in a story, for a test to go on with. */
        StoryPlayed: {
            /** @description The id of a story. */
            story_id: components["schemas"]["StoryId"];
            /** @description The user. */
            user_id: string;
            /** @description The order; null in a story without one. */
            order_id: string | null;
            /** @description The ids of the events of the user, in the order in which they happened; a delivery has its id in `webhook-id`. */
            event_ids: string[];
            /** @description The steps. */
            steps: {
                /**
                 * Format: date-time
                 * @description When it happened, by the world's clock.
                 */
                at: string;
                /** @description What happened. */
                text: string;
                /** @description What it resulted in, as the call that it stands for answers. */
                result: unknown;
            }[];
        };
        /** @description What a lab is sent of an order. */
        Requisition: {
            /** @description The order. */
            order_id: string;
            /** @description The lab account. */
            lab_account_id: string;
            /** @description The address; null without one. */
            patient_address: components["schemas"]["PatientAddress"] | null;
            /** @description Those of the order and of the account, joined; null without any. */
            clinical_comments: string | null;
        };
        /** @description A code with which a mobile app shares the on-device data of a user. */
        InspectedLinkCode: {
            /** @description The code. */
            code: string;
            /** @description The user. */
            user_id: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When an app exchanged it; absent before.
             */
            exchanged_at?: string;
            /** @description Has it expired, by the world's clock? */
            is_expired: boolean;
        };
        /** @description A URL of the portal that is authorized in advance. */
        InspectedPortalUrl: {
            /** @description The URL. */
            url: string;
            /** @description The user. */
            user_id: string;
            /**
             * @description What it is for.
             * @enum {string}
             */
            context: "launch" | "communications";
            /** @description The order that it leads to; null without one. */
            order_id: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expires_at: string;
            /** @description Has it expired, by the world's clock? */
            is_expired: boolean;
        };
        /** @description An assumption that a world has touched. */
        TouchedAssumption: {
            /** @description The name of the assumption. */
            key: string;
            /** @description What the contract chose. */
            chose: string;
            /** @description What else it could be. */
            could_be: string;
            /** @description The alternatives that the setting `assume` takes; none for some assumptions. */
            alternatives: string[];
            /** @description The calls and events that touched it, such as `createUser 200` and `event order.{event}`. */
            by: string[];
        };
        /** @description A page of records, by their `kind`. */
        RecordPage: {
            /**
             * @description The kind.
             * @constant
             */
            kind: "users";
            /** @description The records. */
            records: components["schemas"]["StoredUser"][];
            /** @description The `after` of the next page; null on the last one. */
            next: number | null;
        } | {
            /**
             * @description The kind.
             * @constant
             */
            kind: "connections";
            /** @description The records. */
            records: components["schemas"]["StoredConnection"][];
            /** @description The `after` of the next page; null on the last one. */
            next: number | null;
        } | {
            /**
             * @description The kind.
             * @constant
             */
            kind: "healthData";
            /** @description The records. */
            records: components["schemas"]["StoredData"][];
            /** @description The `after` of the next page; null on the last one. */
            next: number | null;
        } | {
            /**
             * @description The kind.
             * @constant
             */
            kind: "orders";
            /** @description The records. */
            records: components["schemas"]["StoredOrder"][];
            /** @description The `after` of the next page; null on the last one. */
            next: number | null;
        } | {
            /**
             * @description The kind.
             * @constant
             */
            kind: "requisitions";
            /** @description The records. */
            records: components["schemas"]["Requisition"][];
            /** @description The `after` of the next page; null on the last one. */
            next: number | null;
        } | {
            /**
             * @description The kind.
             * @constant
             */
            kind: "appointments";
            /** @description The records. */
            records: components["schemas"]["StoredAppointment"][];
            /** @description The `after` of the next page; null on the last one. */
            next: number | null;
        } | {
            /**
             * @description The kind.
             * @constant
             */
            kind: "forwardings";
            /** @description The records. */
            records: components["schemas"]["StoredForwarding"][];
            /** @description The `after` of the next page; null on the last one. */
            next: number | null;
        } | {
            /**
             * @description The kind.
             * @constant
             */
            kind: "linkCodes";
            /** @description The records. */
            records: components["schemas"]["InspectedLinkCode"][];
            /** @description The `after` of the next page; null on the last one. */
            next: number | null;
        } | {
            /**
             * @description The kind.
             * @constant
             */
            kind: "portalUrls";
            /** @description The records. */
            records: components["schemas"]["InspectedPortalUrl"][];
            /** @description The `after` of the next page; null on the last one. */
            next: number | null;
        } | {
            /**
             * @description The kind.
             * @constant
             */
            kind: "touchedAssumptions";
            /** @description The records. */
            records: components["schemas"]["TouchedAssumption"][];
            /** @description The `after` of the next page; null on the last one. */
            next: number | null;
        };
        /**
         * @description The id of an operation of the API, or `*` for all.
         * @enum {string}
         */
        OperationIdOrAll: "*" | "createUser" | "resolveUser" | "undoUserDeletion" | "listUserConnections" | "refreshUserData" | "disconnectProvider" | "listProviders" | "createLinkCode" | "getLinkProvider" | "createPortalUrl" | "listActivitySummaries" | "listBodySummaries" | "listMealSummaries" | "listProfileSummaries" | "listSleepSummaries" | "listWorkoutSummaries" | "listLabs" | "listMarkers" | "listLabTestMarkers" | "listLabAccounts" | "getPscInfo" | "getAreaInfo" | "createOrder" | "placeOrder" | "importOrder" | "getPhlebotomyAppointmentAvailability" | "bookPhlebotomyAppointment" | "requestPhlebotomyAppointment" | "reschedulePhlebotomyAppointment" | "getPscAppointmentAvailability" | "bookPscAppointment" | "createLabReportParsingJob" | "getLabReportParsingJob" | "listOrganizationTeams";
        /**
         * @description `status` answers another status, `latency` answers late, `drop` closes the connection without an answer, `truncate` breaks off in the body.
         * @enum {string}
         */
        FaultEffect: "status" | "latency" | "drop" | "truncate";
        /** @description A fault of calls, and the number of calls that it affected. */
        CallFault: {
            /** @description Its id. */
            id: string;
            /** @description The operation whose calls it affects, or `*` for all. */
            operation_id: components["schemas"]["OperationIdOrAll"];
            /** @description `status` answers another status, `latency` answers late, `drop` closes the connection without an answer, `truncate` breaks off in the body. */
            effect: components["schemas"]["FaultEffect"];
            /**
             * @description For a `status` and a `drop`: before the operation runs, or after.
             * @enum {string}
             */
            when?: "before" | "after";
            /** @description For a `status`: which one. */
            status?: number;
            /** @description For a `status`: the body. */
            body?: unknown;
            /** @description For a `status`: headers of the answer. */
            headers?: {
                [key: string]: string;
            };
            /** @description For a `latency`: how long, in milliseconds of real time. */
            latency_ms?: number;
            /** @description For a `truncate`: after how many bytes. */
            bytes?: number;
            /** @description The share of calls that it affects. */
            probability: number;
            /** @description What its generator began with. */
            seed: number;
            /** @description How many calls it affects until it ends. */
            count: number | null;
            /**
             * Format: date-time
             * @description When it ends, by the world's clock.
             */
            ends_at: string | null;
            /** @description How many calls it was checked for. */
            seen: number;
            /** @description How many calls it affected. */
            applied: number;
            /** @description Has it ended? Then it affects no more calls. */
            is_over: boolean;
        };
        /**
         * @description What is done to the delivery of an event: see Add a fault.
         * @enum {string}
         */
        EventEffect: "duplicate" | "delay" | "reorder_within_user" | "redelivery" | "silence" | "cut" | "unknown_type" | "unknown_values" | "added_fields" | "largest_payload" | "wrong_signature" | "old_timestamp";
        /**
         * @description `honest`: a provider may do so, and a receiver accepts it. `attacker`: no provider does so, and a receiver refuses it.
         * @enum {string}
         */
        Conduct: "honest" | "attacker";
        /**
         * @description Where the connection is cut: `before` the body, `within` it, or `after` it, before the answer.
         * @enum {string}
         */
        CutMoment: "before" | "within" | "after";
        /** @description A fault of deliveries, and the number of deliveries that it affected. */
        EventFault: {
            /** @description Its id. */
            id: string;
            /** @description The endpoint whose deliveries it affects, or `*` for all. */
            endpoint_id: string;
            /** @description What is done to the delivery of an event: see Add a fault. */
            effect: components["schemas"]["EventEffect"];
            /** @description `honest`: a provider may do so, and a receiver accepts it. `attacker`: no provider does so, and a receiver refuses it. */
            conduct: components["schemas"]["Conduct"];
            /** @description For a `duplicate`: how many copies are sent. */
            copies?: number;
            /** @description How long it delays, by the world's clock. */
            delay?: components["schemas"]["Duration"];
            /** @description Where the connection is cut: `before` the body, `within` it, or `after` it, before the answer. */
            cut?: components["schemas"]["CutMoment"];
            /** @description For an `old_timestamp`: how old it is. */
            age?: components["schemas"]["Duration"];
            /** @description The share of deliveries that it affects. */
            probability: number;
            /** @description What its generator began with. */
            seed: number;
            /** @description How many deliveries it affects until it ends. */
            count: number | null;
            /**
             * Format: date-time
             * @description When it ends, by the world's clock.
             */
            ends_at: string | null;
            /** @description How many deliveries it was checked for. */
            seen: number;
            /** @description How many deliveries it affected. */
            applied: number;
            /** @description Has it ended? Then it affects no more deliveries. */
            is_over: boolean;
        };
        /** @description A fault, and how often it applied: of calls with an `operation_id`, of deliveries with an `endpoint_id`. */
        Fault: components["schemas"]["CallFault"] | components["schemas"]["EventFault"];
        /** @description Headers of the answer, in lower case, such as `retry-after`; none that frames it, such as `content-length`. */
        AnswerHeaders: {
            [key: string]: string;
        };
        /** @description A fault of calls to add, by its effect. */
        NewCallFault: {
            /** @description The operation whose calls it affects, or `*` for all. */
            operation_id: components["schemas"]["OperationIdOrAll"];
            /**
             * @description Answer another status.
             * @constant
             */
            effect: "status";
            /** @description Which one: documented by the contract or not. */
            status: number;
            /** @description The body, JSON; by default one that names the fault. */
            body?: unknown;
            /** @description Headers of the answer, in lower case, such as `retry-after`; none that frames it, such as `content-length`. */
            headers?: components["schemas"]["AnswerHeaders"];
            /**
             * @description Before the operation runs, so that the call changes nothing, or after it; by default before.
             * @default before
             * @enum {string}
             */
            when?: "before" | "after";
            /**
             * @description The share of calls that it affects.
             * @default 1
             */
            probability?: number;
            /**
             * @description Starts its generator of random numbers.
             * @default 1
             */
            seed?: number;
            /** @description How many calls it affects; by default unlimited. */
            count?: number;
            /** @description How long it lasts, by the world's clock; by default until it is removed. */
            lasts?: components["schemas"]["Duration"];
        } | {
            /** @description The operation whose calls it affects, or `*` for all. */
            operation_id: components["schemas"]["OperationIdOrAll"];
            /**
             * @description Answer late.
             * @constant
             */
            effect: "latency";
            /** @description How long, in milliseconds of real time, whatever the world's clock does. */
            latency_ms: number;
            /**
             * @description The share of calls that it affects.
             * @default 1
             */
            probability?: number;
            /**
             * @description Starts its generator of random numbers.
             * @default 1
             */
            seed?: number;
            /** @description How many calls it affects; by default unlimited. */
            count?: number;
            /** @description How long it lasts, by the world's clock; by default until it is removed. */
            lasts?: components["schemas"]["Duration"];
        } | {
            /** @description The operation whose calls it affects, or `*` for all. */
            operation_id: components["schemas"]["OperationIdOrAll"];
            /**
             * @description Drop the connection.
             * @constant
             */
            effect: "drop";
            /**
             * @description Before the operation runs, so that the call changes nothing, or after it; by default after.
             * @default after
             * @enum {string}
             */
            when?: "before" | "after";
            /**
             * @description The share of calls that it affects.
             * @default 1
             */
            probability?: number;
            /**
             * @description Starts its generator of random numbers.
             * @default 1
             */
            seed?: number;
            /** @description How many calls it affects; by default unlimited. */
            count?: number;
            /** @description How long it lasts, by the world's clock; by default until it is removed. */
            lasts?: components["schemas"]["Duration"];
        } | {
            /** @description The operation whose calls it affects, or `*` for all. */
            operation_id: components["schemas"]["OperationIdOrAll"];
            /**
             * @description Break off in the body.
             * @constant
             */
            effect: "truncate";
            /** @description After how many bytes; by default in the middle. A shorter body loses its last byte. */
            bytes?: number;
            /**
             * @description The share of calls that it affects.
             * @default 1
             */
            probability?: number;
            /**
             * @description Starts its generator of random numbers.
             * @default 1
             */
            seed?: number;
            /** @description How many calls it affects; by default unlimited. */
            count?: number;
            /** @description How long it lasts, by the world's clock; by default until it is removed. */
            lasts?: components["schemas"]["Duration"];
        };
        /** @description A fault of deliveries to add, by its effect. */
        NewEventFault: {
            /** @description The endpoint whose deliveries it affects, or `*` for all. */
            endpoint_id: string;
            /**
             * @description Send copies.
             * @constant
             */
            effect: "duplicate";
            /**
             * @description How many copies are sent; by default 1.
             * @default 1
             */
            copies?: number;
            /**
             * @description The share of deliveries that it affects.
             * @default 1
             */
            probability?: number;
            /**
             * @description Starts its generator of random numbers.
             * @default 1
             */
            seed?: number;
            /** @description How many deliveries it affects; by default unlimited. */
            count?: number;
            /** @description How long it lasts, by the world's clock; by default until it is removed. */
            lasts?: components["schemas"]["Duration"];
        } | {
            /** @description The endpoint whose deliveries it affects, or `*` for all. */
            endpoint_id: string;
            /**
             * @description Send later.
             * @constant
             */
            effect: "delay";
            /**
             * @description How late, by the world's clock; by default one hour.
             * @default {
             *       "hours": 1
             *     }
             */
            delay?: components["schemas"]["Duration"];
            /**
             * @description The share of deliveries that it affects.
             * @default 1
             */
            probability?: number;
            /**
             * @description Starts its generator of random numbers.
             * @default 1
             */
            seed?: number;
            /** @description How many deliveries it affects; by default unlimited. */
            count?: number;
            /** @description How long it lasts, by the world's clock; by default until it is removed. */
            lasts?: components["schemas"]["Duration"];
        } | {
            /** @description The endpoint whose deliveries it affects, or `*` for all. */
            endpoint_id: string;
            /**
             * @description Send after the next one.
             * @constant
             */
            effect: "reorder_within_user";
            /**
             * @description How long it waits for another event at most, by the world's clock; by default one hour.
             * @default {
             *       "hours": 1
             *     }
             */
            delay?: components["schemas"]["Duration"];
            /**
             * @description The share of deliveries that it affects.
             * @default 1
             */
            probability?: number;
            /**
             * @description Starts its generator of random numbers.
             * @default 1
             */
            seed?: number;
            /** @description How many deliveries it affects; by default unlimited. */
            count?: number;
            /** @description How long it lasts, by the world's clock; by default until it is removed. */
            lasts?: components["schemas"]["Duration"];
        } | {
            /** @description The endpoint whose deliveries it affects, or `*` for all. */
            endpoint_id: string;
            /**
             * @description Send again.
             * @constant
             */
            effect: "redelivery";
            /**
             * @description How long after the acknowledgement, by the world's clock; by default one hour.
             * @default {
             *       "hours": 1
             *     }
             */
            delay?: components["schemas"]["Duration"];
            /**
             * @description The share of deliveries that it affects.
             * @default 1
             */
            probability?: number;
            /**
             * @description Starts its generator of random numbers.
             * @default 1
             */
            seed?: number;
            /** @description How many deliveries it affects; by default unlimited. */
            count?: number;
            /** @description How long it lasts, by the world's clock; by default until it is removed. */
            lasts?: components["schemas"]["Duration"];
        } | {
            /** @description The endpoint whose deliveries it affects, or `*` for all. */
            endpoint_id: string;
            /**
             * @description Send nothing for a time.
             * @constant
             */
            effect: "silence";
            /** @description How long it lasts, by the world's clock. */
            lasts: components["schemas"]["Duration"];
            /**
             * @description The share of deliveries that it affects.
             * @default 1
             */
            probability?: number;
            /**
             * @description Starts its generator of random numbers.
             * @default 1
             */
            seed?: number;
            /** @description How many deliveries it affects; by default unlimited. */
            count?: number;
        } | {
            /** @description The endpoint whose deliveries it affects, or `*` for all. */
            endpoint_id: string;
            /**
             * @description Cut the connection.
             * @constant
             */
            effect: "cut";
            /**
             * @description Where; by default after the body.
             * @default after
             */
            cut?: components["schemas"]["CutMoment"];
            /**
             * @description The share of deliveries that it affects.
             * @default 1
             */
            probability?: number;
            /**
             * @description Starts its generator of random numbers.
             * @default 1
             */
            seed?: number;
            /** @description How many deliveries it affects; by default unlimited. */
            count?: number;
            /** @description How long it lasts, by the world's clock; by default until it is removed. */
            lasts?: components["schemas"]["Duration"];
        } | {
            /** @description The endpoint whose deliveries it affects, or `*` for all. */
            endpoint_id: string;
            /**
             * @description Send a changed event.
             * @enum {string}
             */
            effect: "unknown_type" | "unknown_values" | "added_fields" | "largest_payload" | "wrong_signature";
            /**
             * @description The share of deliveries that it affects.
             * @default 1
             */
            probability?: number;
            /**
             * @description Starts its generator of random numbers.
             * @default 1
             */
            seed?: number;
            /** @description How many deliveries it affects; by default unlimited. */
            count?: number;
            /** @description How long it lasts, by the world's clock; by default until it is removed. */
            lasts?: components["schemas"]["Duration"];
        } | {
            /** @description The endpoint whose deliveries it affects, or `*` for all. */
            endpoint_id: string;
            /**
             * @description Replay it.
             * @constant
             */
            effect: "old_timestamp";
            /**
             * @description How old it is; by default one hour.
             * @default {
             *       "hours": 1
             *     }
             */
            age?: components["schemas"]["Duration"];
            /**
             * @description The share of deliveries that it affects.
             * @default 1
             */
            probability?: number;
            /**
             * @description Starts its generator of random numbers.
             * @default 1
             */
            seed?: number;
            /** @description How many deliveries it affects; by default unlimited. */
            count?: number;
            /** @description How long it lasts, by the world's clock; by default until it is removed. */
            lasts?: components["schemas"]["Duration"];
        };
        /** @description A fault to add, by its `effect`: of calls with an `operation_id`, of deliveries with an `endpoint_id`. */
        NewFault: components["schemas"]["NewCallFault"] | components["schemas"]["NewEventFault"];
        /**
         * @description The id of an operation of the API, such as `createUser`.
         * @enum {string}
         */
        OperationId: "createUser" | "resolveUser" | "undoUserDeletion" | "listUserConnections" | "refreshUserData" | "disconnectProvider" | "listProviders" | "createLinkCode" | "getLinkProvider" | "createPortalUrl" | "listActivitySummaries" | "listBodySummaries" | "listMealSummaries" | "listProfileSummaries" | "listSleepSummaries" | "listWorkoutSummaries" | "listLabs" | "listMarkers" | "listLabTestMarkers" | "listLabAccounts" | "getPscInfo" | "getAreaInfo" | "createOrder" | "placeOrder" | "importOrder" | "getPhlebotomyAppointmentAvailability" | "bookPhlebotomyAppointment" | "requestPhlebotomyAppointment" | "reschedulePhlebotomyAppointment" | "getPscAppointmentAvailability" | "bookPscAppointment" | "createLabReportParsingJob" | "getLabReportParsingJob" | "listOrganizationTeams";
        /** @description A call of the API. `hidden` stands in the place of credentials, as `listCalls` says. */
        LoggedCall: {
            /** @description Its place among the calls of its world; later ones have a higher one. */
            place: number;
            /** @description The operation; null for an unknown path. */
            operation_id: components["schemas"]["OperationId"] | null;
            /** @description Its method. */
            method: string;
            /** @description Its path and query as sent. */
            path: string;
            /** @description The status of the answer; null when the connection was closed without one. */
            status: number | null;
            /** @description The idempotency key that was read: of `Idempotency-Key`, or of the header that an alternative has in its place; null when none was read. */
            idempotency_key: string | null;
            /** @description Was it answered with what an earlier call with its key made? */
            is_replay: boolean;
            /** @description The body that was sent, JSON; null when there was none. Of an uploaded file, its type and its size. */
            sent: unknown;
            /** @description The body that was answered, JSON; null when there was none. */
            answered: unknown;
            /** @description The bodies that are not kept any more, to make room for later ones, or because they are longer than 262,144 characters. */
            dropped: ("sent" | "answered")[];
            /** @description The faults that applied to it. */
            injected: {
                /** @description Its id. */
                id: string;
                /** @description Its effect. */
                effect: string;
            }[];
            /** @description What it did oddly, and a service may take in silence: with what to write instead. */
            hints: string[];
            /**
             * Format: date-time
             * @description When it was answered, by the world's clock.
             */
            at: string;
            /**
             * Format: date-time
             * @description When it was answered, by the machine's time.
             */
            machine_at: string;
            /** @description How long it took, in milliseconds of real time. */
            duration_ms: number;
        };
        /** @description An event, written in the transaction of the change that it reports. */
        LoggedEvent: {
            /** @description Its place among the events of its world; later ones have a higher one. */
            place: number;
            /** @description Its id, the same in every attempt to deliver it. */
            id: string;
            /** @description The type of the event. */
            event_type: string;
            /** @description The user of the event. */
            user_id: string | null;
            /**
             * Format: date-time
             * @description When it happened, by the world's clock.
             */
            at: string;
            /** @description The payload as it is sent; the contract describes it. */
            payload: {
                [key: string]: unknown;
            };
        };
        /** @description Where events are sent to. */
        Endpoint: {
            /** @description Its id. */
            id: string;
            /** @description Where events are posted to. */
            url: string;
            /**
             * Format: date-time
             * @description When it was registered, by the world's clock.
             */
            created_at: string;
        };
        /**
         * @description `waiting` behind an earlier event of the user, `due` at a time, `delivered`, or `parked` when the retries ran out.
         * @enum {string}
         */
        DeliveryState: "waiting" | "due" | "delivered" | "parked";
        /** @description An event fault that applied to an attempt. */
        AppliedEventFault: {
            /** @description Its id. */
            id: string;
            /** @description What is done to the delivery of an event: see Add a fault. */
            effect: components["schemas"]["EventEffect"];
            /** @description `honest`: a provider may do so, and a receiver accepts it. `attacker`: no provider does so, and a receiver refuses it. */
            conduct: components["schemas"]["Conduct"];
        };
        /** @description An event on its way to one endpoint. */
        Delivery: {
            /** @description Its id. */
            id: number;
            /** @description Where it is sent. */
            endpoint_id: string;
            /** @description The event. */
            event_id: string;
            /** @description The type of the event. */
            event_type: string;
            /** @description The user of the event; absent without one. */
            user_id?: string;
            /** @description `waiting` behind an earlier event of the user, `due` at a time, `delivered`, or `parked` when the retries ran out. */
            state: components["schemas"]["DeliveryState"];
            /** @description How often it was tried since it was last put into the queue. */
            attempts: number;
            /**
             * Format: date-time
             * @description When it is tried next, by the world's clock; only where it is `due`.
             */
            due_at?: string;
            /** @description The event faults that apply to its next attempt, such as the one that delays it; absent without any. */
            faults?: components["schemas"]["AppliedEventFault"][];
        };
        /** @description One attempt to deliver an event. The body that is sent is the payload of the event, unless it is shown here. */
        Attempt: {
            /** @description Which attempt it was. */
            number: number;
            /**
             * Format: date-time
             * @description When, by the world's clock.
             */
            at: string;
            /** @description What was sent. */
            request: {
                /** @description Where to. */
                url: string;
                /** @description Its headers. */
                headers: {
                    [key: string]: string;
                };
                /** @description Its body, where it is not the payload of the event. */
                body?: string;
            };
            /** @description What came back; null when nothing did. */
            answer: {
                /** @description Its status. */
                status: number;
                /** @description The beginning of its body. */
                body?: string;
            } | null;
            /** @description What went wrong; beside an answer, why its body is not whole. */
            error: string | null;
            /** @description The event faults that applied to it. */
            faults: components["schemas"]["AppliedEventFault"][];
            /** @description Was it sent in addition? Then its answer does not count for the delivery. */
            is_additional: boolean;
            /** @description How long it took, in milliseconds of real time. */
            duration_ms: number;
        };
        /** @description A call of the API was answered. */
        RequestMessage: {
            /**
             * @description The kind of message.
             * @constant
             */
            type: "request";
            /** @description The call. */
            data: {
                /**
                 * Format: date-time
                 * @description When it was answered, by the world's clock.
                 */
                at: string;
                /** @description Its method. */
                method: string;
                /** @description Its path and query as sent. */
                path: string;
                /** @description The operation. */
                operation_id: components["schemas"]["OperationId"];
                /** @description The status of the answer; null when the connection was closed without one. */
                status: number | null;
                /** @description How long it took, in milliseconds of real time. */
                duration_ms: number;
                /** @description The faults that affected it. */
                fault_ids: string[];
            };
        };
        /** @description An event was written. */
        EventMessage: {
            /**
             * @description The kind of message.
             * @constant
             */
            type: "event";
            /** @description An event, written in the transaction of the change that it reports. */
            data: components["schemas"]["LoggedEvent"];
        };
        /** @description An attempt to deliver an event was made. */
        DeliveryMessage: {
            /**
             * @description The kind of message.
             * @constant
             */
            type: "delivery";
            /** @description An event on its way to one endpoint. */
            data: components["schemas"]["Delivery"];
        };
        /** @description A call of the control plane changed something. */
        ControlMessage: {
            /**
             * @description The kind of message.
             * @constant
             */
            type: "control";
            /** @description The call. */
            data: {
                /**
                 * Format: date-time
                 * @description When, by the world's clock.
                 */
                at: string;
                /** @description The operation of the control plane, such as `addFault`. */
                operation_id: string;
            };
        };
        /** @description A message of the stream. `type` is the field `event` of the message. */
        StreamMessage: components["schemas"]["RequestMessage"] | components["schemas"]["EventMessage"] | components["schemas"]["DeliveryMessage"] | components["schemas"]["ControlMessage"];
    };
    responses: {
        /** @description Refused, and nothing was changed. See the table of statuses above. */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The world. */
        World: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["World"];
            };
        };
        /** @description The database. */
        Backup: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.sqlite3": Blob;
            };
        };
    };
    parameters: {
        /**
         * @description Continues after this place, as `next` of the page before says.
         * @example 12
         */
        After: number;
        /**
         * @description How many at most.
         * @example 100
         */
        Limit: number;
        /**
         * @description The id of a world; `demo` is the first one.
         * @example demo
         */
        WorldId: string;
        /**
         * @description The id of a world; `demo` is the first one.
         * @example feature-login
         */
        WorldName: components["schemas"]["WorldName"];
        /**
         * @description The id of a story.
         * @example late_correction_of_a_day
         */
        StoryId: components["schemas"]["StoryId"];
        /**
         * @description The kind of record.
         * @example connections
         */
        RecordKind: "users" | "connections" | "healthData" | "orders" | "requisitions" | "appointments" | "forwardings" | "linkCodes" | "portalUrls" | "touchedAssumptions";
        /**
         * @description Only so many, the latest ones, the oldest of them first. In place of `after` and `limit`.
         * @example 20
         */
        Latest: number;
        /**
         * @description The id of a fault, or `*` for all.
         * @example fault_2
         */
        FaultId: string;
        /**
         * @description The id of an endpoint.
         * @example 5b1f6a3e-0f4d-4f0e-8a35-3c1f0f7d9a11
         */
        EndpointId: string;
        /**
         * @description The id of a delivery, from `listDeliveries`. The first of a new sandbox is 1.
         * @example 1
         */
        DeliveryId: number;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    /**
         * Get this document
         *
         * The description of the control plane, as JSON.
         */
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * List what is assumed and chosen
         *
         * Where the description of the service is silent, the contract had to choose, and the sandbox behaves as it chose: these are the assumptions. Where the contract leaves something open, the sandbox chose, which says nothing about the service.
         */
    listAssumptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assumptions in the order of the contract, and the choices of the sandbox. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The assumptions. */
                        assumptions: components["schemas"]["Assumption"][];
                        /** @description The choices. */
                        choices: components["schemas"]["Choice"][];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * List worlds
         *
         * The worlds of this sandbox with their keys and their age, in the order in which they were created. To list them uses none of them.
         */
    listWorlds: {
        parameters: {
            query?: {
                /**
                 * @description Continues after this place, as `next` of the page before says.
                 * @example 12
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description How many at most.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only those whose ids begin with this.
                 * @example feature-
                 */
                prefix?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The worlds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The worlds. */
                        worlds: components["schemas"]["ListedWorld"][];
                        /** @description The `after` of the next page; null on the last one. */
                        next: number | null;
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * Get a world
         *
         * A world with its keys, its clock and its settings.
         */
    getWorld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["World"];
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * Get or create a world by name
         *
         * Returns the world with this id, and creates it when there is none: a branch, a test run or a demo has a world of its own by a name that it knows,
         * whichever of its programs calls first. Two calls at once create one world. It is a separate team with its own keys, so that several tests or
         * people can work side by side; with `copy_of` a copy of another world.
         *
         * A name has 1 to 63 letters, digits, dots, hyphens and underscores, and begins with a letter or a digit: write `feature/login` as `feature-login`.
         * Of a world that is there already, a `ttl` takes the place of the one that it has; the other options count only when the world is created.
         *
         * ```sh
         * curl -H 'x-sandbox-control: 1' -X PUT -d '{"seed": "empty", "ttl": {"hours": 8}}' http://127.0.0.1:4020/_sandbox/worlds/feature-login
         * ```
         *
         */
    openWorld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example feature-login
                 */
                world_id: components["parameters"]["WorldName"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewWorld"];
            };
        };
        responses: {
            200: components["responses"]["World"];
            201: components["responses"]["World"];
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * Drop a world
         *
         * The world, its keys and all that is in it are gone. The first one cannot be dropped.
         */
    dropWorld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["World"];
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * Reset a world
         *
         * Deletes everything in the world, also its endpoints and faults, and brings back the seed, the settings and the clock that it began with; those of a copy are those that the copied world began with. Its keys stay.
         */
    resetWorld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Another seed than the one that the world began with. */
                    seed?: components["schemas"]["Seed"];
                };
            };
        };
        responses: {
            200: components["responses"]["World"];
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * Write a world as a seed
         *
         * The state of a world as JSON, which a world of another sandbox, also of a later version, begins with: `--seed FILE`, or `seed` of a new world.
         * Keep the file to yourself: it has what is stored of users.
         *
         * ```sh
         * (umask 077; curl -H 'x-sandbox-control: 1' http://127.0.0.1:4020/_sandbox/worlds/demo/seed > seed.json)
         * ```
         *
         */
    getSeed: {
        parameters: {
            query?: {
                /**
                 * @description Are the keys of the world, the secrets of its endpoints, its link tokens, link codes and portal URLs in it, too?
                 * @example true
                 */
                is_with_keys?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The seed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorldSeed"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * Back up a world
         *
         * The database of a world as it is now, with everything in it, keys included. It is a file for `worlds/` of a folder that a sandbox of the same version is started on.
         * `sandbox backup FOLDER` writes such a folder with all worlds.
         *
         */
    backUpWorld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Backup"];
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * Change settings
         *
         * The settings that are named change, the others stay. With `newer_values`, the service becomes newer than the contract: open enums carry values that the contract does not know. `getWorld` shows the settings.
         */
    changeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsChange"];
            };
        };
        responses: {
            /** @description The settings after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * Set the clock
         *
         * Stops the clock or lets it run, then moves it forward: by a length of time, or to a time. What is due in between (retries of events,
         * confirmations, expiries) is done in order before the answer. With an empty object, it waits for what is due now.
         *
         * ```sh
         * curl -H 'x-sandbox-control: 1' -X PATCH -d '{"is_frozen": true}' http://127.0.0.1:4020/_sandbox/worlds/demo/clock
         * ```
         *
         * Several calls at once move the clock by the sum of their lengths, whichever sandboxes take them; those to the same time move it there once.
         * Backwards is refused. `getWorld` shows the clock.
         *
         */
    setClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Does it stand still until it is advanced or runs again? By default as before. */
                    is_frozen?: boolean;
                    /** @description The length of time to move it by; its parts add up. */
                    advance?: {
                        /** @description Days. */
                        days?: number;
                        /** @description Hours. */
                        hours?: number;
                        /** @description Minutes. */
                        minutes?: number;
                        /** @description Seconds. */
                        seconds?: number;
                    };
                    /**
                     * Format: date-time
                     * @description The time to move it to, in place of `advance`.
                     */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * Make something happen
         *
         * Happens in one transaction with its events. One that cannot happen is refused, and changes nothing. In TypeScript each is a function of `simulate`, such as `simulate.userDeleted({ user_id })`.
         */
    simulateHappening: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Happening"];
            };
        };
        responses: {
            /** @description What came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Happened"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * Play a story
         *
         * Plays the steps of a story one after the other, with the clock of the world, and waits after each until what is due was delivered. Some
         * steps have an event fault, for their own events at all endpoints. A step that is refused ends the story; what happened before it stays.
         *
         * `x-stories` in this document has the steps of each.
         */
    playStory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
                /**
                 * @description The id of a story.
                 * @example late_correction_of_a_day
                 */
                story_id: components["parameters"]["StoryId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StoryInput"];
            };
        };
        responses: {
            /** @description What happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoryPlayed"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * List records of a kind
         *
         * What the sandbox keeps, and what no operation of the API shows, the oldest first. In TypeScript each kind is a function of `records`,
         * such as `records.orders({ user_id })`.
         *
         * | kind | lists |
         * |---|---|
         * | `users` | the users, deleted ones included |
         * | `connections` | the connections with their connect mode, what is prepared, in progress, and pulled |
         * | `healthData` | the data of each day, timeseries values included |
         * | `orders` | the orders with their results |
         * | `requisitions` | what a lab is sent of each order, as it would be written now |
         * | `appointments` | the appointments, those that were replaced or refused included |
         * | `forwardings` | what the phlebotomy provider was sent, each time |
         * | `linkCodes`, `portalUrls` | what was issued, and whether it has expired |
         * | `touchedAssumptions` | the assumptions that calls and events of this world rest on, since it was opened or reset: what a program does with them may be wrong for the real service |
         *
         * A parameter that is a field of the kind lists only the records with that value; any other is refused.
         *
         */
    listRecords: {
        parameters: {
            query?: {
                /**
                 * @description Continues after this place, as `next` of the page before says.
                 * @example 12
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description How many at most.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only so many, the latest ones, the oldest of them first. In place of `after` and `limit`.
                 * @example 20
                 */
                latest?: components["parameters"]["Latest"];
                /**
                 * @description Only those of this user.
                 * @example 2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10
                 */
                user_id?: string;
                /**
                 * @description Only users with this id of the team.
                 * @example demo-runner-01
                 */
                client_user_id?: string;
                /**
                 * @description Only the order or the appointment of this id.
                 * @example d6fa1ce4-7059-42b3-88e5-fb041628dbec
                 */
                id?: string;
                /**
                 * @description Only those of this order.
                 * @example d6fa1ce4-7059-42b3-88e5-fb041628dbec
                 */
                order_id?: string;
                /**
                 * @description Only those of this provider.
                 * @example demo_ring
                 */
                provider?: string;
                /**
                 * @description Only those of this resource.
                 * @example steps
                 */
                resource?: string;
                /**
                 * @description Only the portal URL, as it was answered.
                 * @example https://portal.example.com/demo
                 */
                url?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
                /**
                 * @description The kind of record.
                 * @example connections
                 */
                kind: components["parameters"]["RecordKind"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordPage"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * List faults
         *
         * The faults of a world, ended ones included, with the number of calls or deliveries that each affected.
         */
    listFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The faults of calls and of deliveries, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The faults. */
                        faults: components["schemas"]["Fault"][];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * Add a fault
         *
         * The `effect` says what goes wrong: calls fail, those of one `operation_id`, or deliveries of events become unkind, those to one `endpoint_id`;
         * with `*` all of them.
         *
         * **Of calls:** with an `operation_id`, calls of one operation fail, or of all with `*`.
         *
         * | effect | does |
         * |---|---|
         * | `status` | answers another status, with a body and headers |
         * | `latency` | answers late |
         * | `drop` | closes the connection without an answer |
         * | `truncate` | breaks off in the body of the answer |
         *
         * A call is applied once its credential was accepted and its body was read. `when` sets the time of the failure: `before` the operation runs, so
         * that a call that fails changes nothing; or `after`, so that the change is made, its events are sent, and only the answer is lost. A `latency`
         * delays the answer, and a `truncate` breaks off in it: the change is made, even if the caller has left.
         *
         * A client that creates a user twice after a lost answer is found with three calls: reset the world, which deletes
         * all that it holds, add the fault below, and list the users after the client ran.
         *
         * ```sh
         * curl -H 'x-sandbox-control: 1' -X POST http://127.0.0.1:4020/_sandbox/worlds/demo/reset
         * curl -H 'x-sandbox-control: 1' -d '{"operation_id": "createUser", "effect": "drop", "count": 1}' http://127.0.0.1:4020/_sandbox/worlds/demo/faults
         * curl -H 'x-sandbox-control: 1' http://127.0.0.1:4020/_sandbox/worlds/demo/records/users
         * ```
         *
         * **Of deliveries:** with an `endpoint_id`, deliveries of events to one endpoint, or to all with `*`, become unkind. It affects events that are
         * written from now on. The events themselves stay as they happened; only what is sent changes, and each attempt shows what was sent.
         *
         * What an honest provider may do (`conduct` is `honest`); a receiver accepts all of it:
         *
         * | effect | does |
         * |---|---|
         * | `duplicate` | sends copies with the same id at the same time |
         * | `delay` | sends the event later; the later events of its user wait behind it |
         * | `reorder_within_user` | sends the event after the next one of its user |
         * | `redelivery` | sends the event again after it was acknowledged |
         * | `silence` | sends nothing until the fault ends, and then everything |
         * | `cut` | cuts the connection `before`, `within` or `after` the body; the next attempt follows by the schedule |
         * | `unknown_type` | sends an event of an unknown type first, with an id of its own |
         * | `unknown_values` | sends the event with an unknown value in every open enum |
         * | `added_fields` | sends the event with fields that the contract does not have |
         * | `largest_payload` | sends the event with an unknown field that fills it up to 256 KB |
         *
         * What only an attacker does (`conduct` is `attacker`); a receiver refuses it. It is sent in addition, and does not count for the delivery:
         *
         * | effect | does |
         * |---|---|
         * | `wrong_signature` | first sends the event with a signature of another body |
         * | `old_timestamp` | after the event sends it once more, with a valid signature of long ago: a replay |
         *
         * A burst is not an effect, but something that happens: see `backfillArrived`.
         *
         * For each call, or for each delivery when its event is written, a fault takes one number of its own generator, which its `seed` starts:
         * the same faults apply to the same calls and deliveries of a repeated run. Faults, and what
         * they decided, are kept with the world, so they survive a restart where the world does.
         *
         * **Of several faults** that apply to one call, latencies add up, and of the others the oldest wins. Those that apply to one delivery are combined:
         * an event with added fields is sent twice, for example. The longest delay or silence counts, and of several faults with the same effect the oldest.
         * A delivery is sent unkindly once, and a retry as usual.
         *
         */
    addFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFault"];
            };
        };
        responses: {
            /** @description The fault. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * Remove a fault, or all
         *
         * They affect no more calls and events. Calls that are delayed at the moment are answered, and deliveries that are held back are sent, when their time has come.
         */
    removeFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
                /**
                 * @description The id of a fault, or `*` for all.
                 * @example fault_2
                 */
                fault_id: components["parameters"]["FaultId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The faults. */
                        faults: components["schemas"]["Fault"][];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * List calls
         *
         * The calls of the API that were made in a world. Calls whose key opens no world are in the world `demo`.
         *
         * The journal is in memory: a restart and a reset of the world empty it, and a copy begins without one. It takes at most 4 MB for each world and
         * 256 MB in all; when it is full, the oldest bodies are dropped first, then the oldest calls. `hidden` stands in the place of
         * keys, link tokens and secrets of endpoints, of the codes and URLs in the answers of `createLinkCode` and `createPortalUrl`, and of query parameters named
         * like a key, token, secret or password. A code or URL that a program sends elsewhere is kept.
         *
         * ```sh
         * curl -H 'x-sandbox-control: 1' 'http://127.0.0.1:4020/_sandbox/worlds/demo/calls?operation=placeOrder'
         * ```
         *
         */
    listCalls: {
        parameters: {
            query?: {
                /**
                 * @description Continues after this place, as `next` of the page before says.
                 * @example 12
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description How many at most.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only so many, the latest ones, the oldest of them first. In place of `after` and `limit`.
                 * @example 20
                 */
                latest?: components["parameters"]["Latest"];
                /**
                 * @description Only those of this operation, by its id.
                 * @example placeOrder
                 */
                operation?: components["schemas"]["OperationId"];
                /**
                 * @description Only those answered with this status.
                 * @example 200
                 */
                status?: number;
                /**
                 * @description Only those at this time or later, by the world's clock.
                 * @example 2026-03-02T09:00:00Z
                 */
                since?: string;
                /**
                 * @description Only those before this time, by the world's clock.
                 * @example 2026-03-02T10:00:00Z
                 */
                until?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calls, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The calls. */
                        calls: components["schemas"]["LoggedCall"][];
                        /** @description Are all calls of the world kept, since it was made, reset, or the sandbox started? False once the oldest were dropped. */
                        is_complete: boolean;
                        /** @description The `after` of the next page; null on the last one. */
                        next: number | null;
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * List events
         *
         * The events of a world as they were written, delivered or not.
         */
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Continues after this place, as `next` of the page before says.
                 * @example 12
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description How many at most.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only so many, the latest ones, the oldest of them first. In place of `after` and `limit`.
                 * @example 20
                 */
                latest?: components["parameters"]["Latest"];
                /**
                 * @description Only those about this user.
                 * @example 2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10
                 */
                user_id?: string;
                /**
                 * @description Only those of this type, or of this family, such as `daily.data.{resource}.created`.
                 * @example order.updated
                 */
                event_type?: string;
                /**
                 * @description How long to wait for an event when there is none on the page, in milliseconds of real time.
                 * @example 5000
                 */
                wait_ms?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The events. */
                        events: components["schemas"]["LoggedEvent"][];
                        /** @description The `after` of the next page; null on the last one. */
                        next: number | null;
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * List endpoints
         *
         * The URLs that events are sent to. Secrets are returned at registration only.
         */
    listEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints, the first registered first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The endpoints. */
                        endpoints: components["schemas"]["Endpoint"][];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * Register an endpoint
         *
         * It gets the events that are written from now on, signed after Standard Webhooks. It is on this machine, or on a host that the operator allowed with `--allow-host`.
         */
    registerEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where events are posted to. */
                    url: string;
                    /** @description What the signatures are made with: `whsec_` and 24 to 64 bytes in base64. By default a new one. */
                    secret?: string;
                };
            };
        };
        responses: {
            /** @description The endpoint with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Its id. */
                        id: string;
                        /** @description Where events are posted to. */
                        url: string;
                        /**
                         * Format: date-time
                         * @description When it was registered, by the world's clock.
                         */
                        created_at: string;
                        /** @description What the signatures are made with. */
                        secret: string;
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * Remove an endpoint
         *
         * Nothing more is sent there. Its deliveries that are `delivered` or `parked` stay listed; those that were still due or waiting are removed with it.
         */
    removeEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
                /**
                 * @description The id of an endpoint.
                 * @example 5b1f6a3e-0f4d-4f0e-8a35-3c1f0f7d9a11
                 */
                endpoint_id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint that was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * List deliveries
         *
         * What became of each event at each endpoint. With `state=parked` those whose retries ran out.
         */
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Continues after this place, as `next` of the page before says.
                 * @example 12
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description How many at most.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only so many, the latest ones, the oldest of them first. In place of `after` and `limit`.
                 * @example 20
                 */
                latest?: components["parameters"]["Latest"];
                /**
                 * @description Only those of this state.
                 * @example parked
                 */
                state?: components["schemas"]["DeliveryState"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries, in the order of their events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The deliveries. */
                        deliveries: components["schemas"]["Delivery"][];
                        /** @description The `after` of the next page; null on the last one. */
                        next: number | null;
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * Send events again
         *
         * Sends the deliveries again that match: without a filter all that are parked. Each goes before all later events of its user to that
         * endpoint. Those of removed endpoints, and those that wait for an earlier one, stay as they are; one that is named by its id is refused then.
         *
         * A new world has no delivery: call `registerEndpoint`, then simulate an event such as `dataArrived`.
         *
         */
    resendDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Only this one, whatever its state. */
                    delivery_id?: number;
                    /**
                     * @description Only those of this state; by default `parked`.
                     * @enum {string}
                     */
                    state?: "parked" | "delivered" | "due";
                    /** @description Only those to this endpoint. */
                    endpoint_id?: string;
                    /** @description Only those about this user. */
                    user_id?: string;
                    /** @description Only those of events of this type, such as `order.updated`. */
                    event_type?: string;
                };
            };
        };
        responses: {
            /** @description How many are sent again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many are sent again. */
                        resent: number;
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * Get a delivery
         *
         * A delivery with its event, and with what was sent and what came back in each attempt.
         * A new world has no delivery: call `registerEndpoint`, then simulate an event such as `dataArrived`.
         *
         */
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
                /**
                 * @description The id of a delivery, from `listDeliveries`. The first of a new sandbox is 1.
                 * @example 1
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description An event on its way to one endpoint. */
                        delivery: components["schemas"]["Delivery"];
                        /** @description An event, written in the transaction of the change that it reports. */
                        event: components["schemas"]["LoggedEvent"];
                        /** @description The attempts, the first one first. */
                        attempts: components["schemas"]["Attempt"][];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    /**
         * Watch a world live
         *
         * Server-sent events, from now on: `request` when a call of the API was answered, `event` when an event was written, `delivery` when
         * an attempt to deliver one was made, `control` when a call of this control plane changed something. A comment is sent every
         * 15 seconds, so that a connection that died is noticed. A reader for whom more than a megabyte is waiting is cut off: connect again,
         * and list what was missed. There are 32 readers at most.
         *
         * ```sh
         * curl -N -H 'x-sandbox-control: 1' http://127.0.0.1:4020/_sandbox/worlds/demo/stream
         * ```
         *
         * In a browser read it with `fetch`, since `EventSource` cannot send the header.
         *
         */
    watchWorld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world; `demo` is the first one.
                 * @example demo
                 */
                world_id: components["parameters"]["WorldId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream; it ends with the world. The data of each message is JSON as described. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamMessage"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
}
