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
         * List what is assumed
         * @description Where the description of the service is silent, the contract had to choose, and the sandbox behaves as it chose.
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
         * @description All worlds of this sandbox, the first one first.
         */
        get: operations["listWorlds"];
        put?: never;
        /**
         * Make a world
         * @description A team of its own with keys of its own, so that several tests or people can work side by side.
         */
        post: operations["createWorld"];
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
         * @description A world with its keys, its clock, and how much is in it.
         */
        get: operations["getWorld"];
        put?: never;
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
         * @description Everything in it is forgotten, its endpoints, settings and faults too, and it begins again with a seed. Its keys and its clock stay.
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
        get?: never;
        put?: never;
        /**
         * Plant a seed
         * @description Adds the cast of a seed to what is there. What has the same id is put back to what the seed says.
         */
        post: operations["plantSeed"];
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
        /**
         * Get the settings of a world
         * @description What the service leaves to each team, and what is in the middle of a deprecation cycle.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings of a world
         * @description What is left out stays as it is.
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
        /**
         * Read the clock
         * @description What time it is in the world.
         */
        get: operations["getClock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/clock/freeze": {
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
         * Freeze the clock
         * @description It stands still until it is advanced or resumed.
         */
        post: operations["freezeClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/clock/resume": {
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
         * Let the clock run
         * @description It runs on from where it stands, at the speed of the machine's.
         */
        post: operations["resumeClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{world_id}/clock/advance": {
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
         * Advance the clock
         * @description Moves it forward by a length of time, whose parts add up, or to a time. What is due in between (retries of events, confirmations, expiries) is done in order before the answer. By nothing at all, it waits for what is due now. Backwards is refused.
         */
        post: operations["advanceClock"];
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
         * @description The faults of a world with how often they struck, those that are over too.
         */
        get: operations["listFaults"];
        put?: never;
        /**
         * Add a fault
         * @description Makes calls of one operation, or of all, fail. A call is struck once its credential was accepted.
         *
         *     `when` says what becomes of the call: `before` the operation runs, so that a call that fails changes nothing; or `after`,
         *     so that the change is made, its events are sent, and only the answer is lost. A `latency` delays the call or the answer;
         *     either way the change is made, even if the caller has left. A `truncate` is always `after`.
         *
         *     Each call that a fault is asked about takes one number of the fault's own generator, which its `seed` starts:
         *     the same faults strike the same calls of a repeated run. When several strike one call, latencies add up, and of the others
         *     the oldest wins. Faults are kept in memory only.
         */
        post: operations["addFault"];
        /**
         * Remove all faults
         * @description Calls that are delayed at the moment are answered when their time has come.
         */
        delete: operations["removeFaults"];
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
                 * @description The id of a fault.
                 * @example fault_1
                 */
                fault_id: components["parameters"]["FaultId"];
            };
            cookie?: never;
        };
        /**
         * Get a fault
         * @description A fault with how often it struck.
         */
        get: operations["getFault"];
        put?: never;
        post?: never;
        /**
         * Remove a fault
         * @description Calls that are delayed at the moment are answered when their time has come.
         */
        delete: operations["removeFault"];
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
         *     15 seconds, so that a connection that died is noticed. A reader that is too slow is cut off: connect again, and list what was missed.
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
            /** @description Where it stands in the bundled contract. */
            pointer: string;
            /** @description What was chosen, why, and what else it could be. */
            text: string;
            /** @description The ids of the operations and events that depend on it. */
            operations: string[];
        };
        /**
         * @description `demo` is the cast of the contract's examples, `empty` has no users; both know providers, labs and places.
         * @enum {string}
         */
        Seed: "demo" | "empty";
        /** @description The clock of a world. */
        Clock: {
            /**
             * Format: date-time
             * @description What time it is.
             */
            now: string;
            /** @description Does it stand still? */
            frozen: boolean;
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
            clock: components["schemas"]["Clock"];
            /** @description How many users it has, the deleted ones included. */
            users: number;
            /** @description How many events were written. */
            events: number;
        };
        /** @description The switches of a world. */
        Settings: {
            /**
             * @description Sources of summaries and events: `new` names the provider only; `old` still has the deprecated fields.
             * @enum {string}
             */
            source_form: "new" | "old";
            /** @description Are partial results told by an event? The service enables that per team. */
            partial_results: boolean;
            /** @description Has the team opted in to scheduling at patient service centers? */
            psc_scheduling: boolean;
        };
        /** @description The switches to change. */
        SettingsChange: {
            /**
             * @description Sources of summaries and events: `new` names the provider only; `old` still has the deprecated fields.
             * @enum {string}
             */
            source_form?: "new" | "old";
            /** @description Are partial results told by an event? The service enables that per team. */
            partial_results?: boolean;
            /** @description Has the team opted in to scheduling at patient service centers? */
            psc_scheduling?: boolean;
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
        /**
         * @description `status` answers another status, `latency` answers late, `drop` closes the connection without an answer, `truncate` breaks off in the body.
         * @enum {string}
         */
        FaultEffect: "status" | "latency" | "drop" | "truncate";
        /** @description A fault to add. */
        NewFault: {
            /** @description The operation whose calls it strikes, or `*` for all. */
            operation_id: string;
            effect: components["schemas"]["FaultEffect"];
            /** @description By default before for a `status`, after for the others. */
            when?: components["schemas"]["FaultMoment"];
            /** @description For a `status`, which one: documented by the contract or not. */
            status?: number;
            /** @description For a `status`: the body, JSON; by default one that names the fault. */
            body?: Record<string, unknown> | unknown[] | string | number | boolean | null;
            /** @description For a `status`: headers of the answer, in lower case, such as `retry-after`. */
            headers?: {
                [key: string]: string;
            };
            /** @description For a `latency`: how long, in milliseconds of real time, whatever the world's clock does. */
            latency_ms?: number;
            /** @description For a `truncate`: after how many bytes; by default in the middle. A shorter body loses its last byte. */
            bytes?: number;
            /**
             * @description The share of calls that it strikes.
             * @default 1
             */
            probability?: number;
            /**
             * @description Starts its generator of random numbers.
             * @default 1
             */
            seed?: number;
            /** @description How many calls it strikes before it is over; by default there is no such limit. */
            count?: number;
            /** @description How long it lasts, by the world's clock; by default until it is removed. */
            lasts?: components["schemas"]["Duration"];
        };
        /**
         * @description Before the operation runs, or after.
         * @enum {string}
         */
        FaultMoment: "before" | "after";
        /** @description A fault, and how often it struck. */
        Fault: {
            /** @description Its id. */
            id: string;
            /** @description The operation whose calls it strikes, or `*` for all. */
            operation_id: string;
            effect: components["schemas"]["FaultEffect"];
            when: components["schemas"]["FaultMoment"];
            /** @description For a `status`: which one. */
            status?: number;
            /** @description For a `status`: the body. */
            body?: Record<string, unknown> | unknown[] | string | number | boolean | null;
            /** @description For a `status`: headers of the answer. */
            headers?: {
                [key: string]: string;
            };
            /** @description For a `latency`: how long, in milliseconds of real time. */
            latency_ms?: number;
            /** @description For a `truncate`: after how many bytes. */
            bytes?: number;
            /** @description The share of calls that it strikes. */
            probability: number;
            /** @description What its generator began with. */
            seed: number;
            /** @description How many calls it strikes before it is over. */
            count: number | null;
            /**
             * Format: date-time
             * @description When it is over, by the world's clock.
             */
            ends_at: string | null;
            /** @description How many calls it was asked about. */
            seen: number;
            /** @description How many calls it struck. */
            struck: number;
            /** @description Has it ended? Then it strikes no more. */
            is_over: boolean;
        };
        /** @description An event as it was written, in the transaction of the change that it tells of. */
        LoggedEvent: {
            /** @description Its place among the events of the sandbox; later ones have a higher one. */
            place: number;
            /** @description Its id, the same in every attempt to deliver it. */
            id: string;
            /** @description What it tells of. */
            event_type: string;
            /** @description Whom it is about. */
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
        /** @description A message of the stream. `type` is the field `event` of the message. */
        StreamMessage: components["schemas"]["RequestMessage"] | components["schemas"]["EventMessage"] | components["schemas"]["ControlMessage"];
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
                operation_id: string;
                /** @description The status of the answer; null when the connection was closed without one. */
                status: number | null;
                /** @description How long it took, in milliseconds of real time. */
                duration_ms: number;
                /** @description The faults that struck it. */
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
            data: components["schemas"]["LoggedEvent"];
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
                /** @description The operation of the control plane, such as `simulateUserDeleted`. */
                operation_id: string;
            };
        };
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
        /** @description The clock. */
        Clock: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Clock"];
            };
        };
        /** @description The settings. */
        Settings: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Settings"];
            };
        };
        /** @description The fault. */
        Fault: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Fault"];
            };
        };
    };
    parameters: {
        /**
         * @description The id of a world; `demo` is the first one.
         * @example demo
         */
        WorldId: string;
        /**
         * @description The id of a fault.
         * @example fault_1
         */
        FaultId: string;
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
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
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
    listAssumptions: {
        parameters: {
            query?: {
                /**
                 * @description Only what this operation or event depends on.
                 * @example resolveUser
                 */
                operation_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assumptions, in the order of the contract. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The assumptions. */
                        assumptions: components["schemas"]["Assumption"][];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listWorlds: {
        parameters: {
            query?: never;
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
                        worlds: components["schemas"]["World"][];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    createWorld: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description What it begins with.
                     * @default demo
                     */
                    seed?: components["schemas"]["Seed"];
                    /**
                     * Format: date-time
                     * @description When its clock begins; by default the machine's time.
                     */
                    now?: string;
                    /**
                     * @description Does its clock stand still until it is advanced?
                     * @default false
                     */
                    frozen?: boolean;
                };
            };
        };
        responses: {
            201: components["responses"]["World"];
            "4XX": components["responses"]["Refused"];
        };
    };
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
                    /**
                     * @description What it begins with.
                     * @default demo
                     */
                    seed?: components["schemas"]["Seed"];
                };
            };
        };
        responses: {
            200: components["responses"]["World"];
            "4XX": components["responses"]["Refused"];
        };
    };
    plantSeed: {
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
                    /** @description What is added. */
                    seed: components["schemas"]["Seed"];
                };
            };
        };
        responses: {
            200: components["responses"]["World"];
            "4XX": components["responses"]["Refused"];
        };
    };
    getSettings: {
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
            200: components["responses"]["Settings"];
            "4XX": components["responses"]["Refused"];
        };
    };
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
            200: components["responses"]["Settings"];
            "4XX": components["responses"]["Refused"];
        };
    };
    getClock: {
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
            200: components["responses"]["Clock"];
            "4XX": components["responses"]["Refused"];
        };
    };
    freezeClock: {
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
            200: components["responses"]["Clock"];
            "4XX": components["responses"]["Refused"];
        };
    };
    resumeClock: {
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
            200: components["responses"]["Clock"];
            "4XX": components["responses"]["Refused"];
        };
    };
    advanceClock: {
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
                    /**
                     * Format: date-time
                     * @description The time to come to; alone.
                     */
                    to?: string;
                    /** @description Days. */
                    days?: number;
                    /** @description Hours. */
                    hours?: number;
                    /** @description Minutes. */
                    minutes?: number;
                    /** @description Seconds. */
                    seconds?: number;
                };
            };
        };
        responses: {
            200: components["responses"]["Clock"];
            "4XX": components["responses"]["Refused"];
        };
    };
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
            /** @description The faults, the oldest first. */
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
            201: components["responses"]["Fault"];
            "4XX": components["responses"]["Refused"];
        };
    };
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
                        /** @description What was removed. */
                        faults: components["schemas"]["Fault"][];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    getFault: {
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
                 * @description The id of a fault.
                 * @example fault_1
                 */
                fault_id: components["parameters"]["FaultId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Fault"];
            "4XX": components["responses"]["Refused"];
        };
    };
    removeFault: {
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
                 * @description The id of a fault.
                 * @example fault_1
                 */
                fault_id: components["parameters"]["FaultId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Fault"];
            "4XX": components["responses"]["Refused"];
        };
    };
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
                 * @description Only those about this user.
                 * @example 2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10
                 */
                user_id?: string;
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
