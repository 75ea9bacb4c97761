// The happenings and inspections of a sandbox as they are called in process. Written by `npm run generate`; edit src/tools/sandbox/control/openapi.yaml instead.

import type { operations } from "./control-types.ts";

/** Data that is not changed where it is passed on. */
export type Given<Data> = Data extends string
  ? Data
  : Data extends object
    ? { readonly [Name in keyof Data]: Given<Data[Name]> }
    : Data;

type ResultBody<Id extends keyof operations> = operations[Id]["responses"] extends {
  200: { content: { "application/json": { result: infer Found } } };
}
  ? Found
  : never;

/** The result of a call; undefined where the response of the control plane has null. */
export type Result<Id extends keyof operations> =
  | Given<Exclude<ResultBody<Id>, null>>
  | (null extends ResultBody<Id> ? undefined : never);

/** What happens outside of the API. Each happens in one transaction with its events. One that cannot happen throws `HappeningRefused`. */
export interface Happenings {
  /**
   * Connect a provider.
   *
   * A user connects to a provider. A connection that is broken is replaced; one that works is not. By default with all resources of the provider, no scope denied, and for on-device providers the automatic connect mode.
   */
  connectionMade(input: Given<NonNullable<operations["simulateConnectionMade"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulateConnectionMade">>;

  /**
   * Break a connection.
   *
   * Its status and its error details change, without an event. Which statuses and details there are is not shown: by default `error`, and a message.
   */
  connectionBroken(input: Given<NonNullable<operations["simulateConnectionBroken"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulateConnectionBroken">>;

  /**
   * Prepare the outcome of a refresh.
   *
   * Sets the outcome of refreshes of a source, until it is set again: its `outcome`, or in how many seconds it succeeds, `takes_seconds`. Without a resource it applies to all that have no outcome of their own.
   */
  refreshPrepared(input: Given<NonNullable<operations["simulateRefreshPrepared"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulateRefreshPrepared">>;

  /**
   * Send data.
   *
   * Data of a resource arrives: a summary, or the group of timeseries values of a day. The first of a day sends `daily.data.<resource>.created`, later data `daily.data.<resource>.updated`; its fields are added to those stored. Data outside of the bounds of ingestion of the user is dropped without an event.
   */
  dataArrived(input: Given<NonNullable<operations["simulateDataArrived"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulateDataArrived">>;

  /**
   * Send a burst of data.
   *
   * Data of a resource arrives for each of the days before today, the first day first, at once: each day sends the event that `simulateDataArrived` sends. Days outside of the bounds of ingestion of the user are dropped without an event.
   */
  backfillArrived(input: Given<NonNullable<operations["simulateBackfillArrived"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulateBackfillArrived">>;

  /**
   * Complete the historical pull of a resource.
   *
   * Stores its data of the days before today, and then sends `historical.data.<resource>.created`, once for each resource of a connection.
   */
  historicalPullCompleted(input: Given<NonNullable<operations["simulateHistoricalPullCompleted"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulateHistoricalPullCompleted">>;

  /**
   * Send a deprecated hypnogram event.
   *
   * Sends one of the deprecated hypnogram events, so that a receiver can be tested to ignore it. Nothing is kept, and nothing else ever sends them: hypnograms come with the resource `sleep_cycle`.
   */
  hypnogramArrived(input: Given<NonNullable<operations["simulateHypnogramArrived"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulateHypnogramArrived">>;

  /**
   * Open or change a lab account.
   *
   * Opens a lab account, or changes the one of this id. What is left out stays; a new one is `ACTIVE`.
   */
  labAccountSet(input: Given<NonNullable<operations["simulateLabAccountSet"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulateLabAccountSet">>;

  /**
   * Exchange a link code.
   *
   * A mobile app exchanges a link code, once and before it expires: the user is connected to the health store of the phone. A connection that is there already goes on as it is.
   */
  linkCodeExchanged(input: Given<NonNullable<operations["simulateLinkCodeExchanged"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulateLinkCodeExchanged">>;

  /**
   * Mint a link token.
   *
   * A link token is obtained for a user. How is not shown, nor how long it lives: by default an hour.
   */
  linkTokenMinted(input: Given<NonNullable<operations["simulateLinkTokenMinted"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulateLinkTokenMinted">>;

  /**
   * Move an order.
   *
   * Moves an order to any status, also of test kits in transit trouble. The order gets a step, which sends `order.updated`.
   */
  orderMoved(input: Given<NonNullable<operations["simulateOrderMoved"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulateOrderMoved">>;

  /**
   * Publish a result.
   *
   * The lab publishes results of an order. All results add a step to the order; partial results send `order.partial_results`, if the team enabled that (the setting `partial_results`).
   */
  resultPublished(input: Given<NonNullable<operations["simulateResultPublished"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulateResultPublished">>;

  /**
   * Prepare the confirmation of a service center.
   *
   * The service center will answer the next confirmation of this order so. Without it, it confirms.
   */
  pscConfirmationPrepared(input: Given<NonNullable<operations["simulatePscConfirmationPrepared"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulatePscConfirmationPrepared">>;

  /**
   * Finish a parsing job.
   *
   * Moves a parsing job to a status, with the results that were extracted: those of the example of the contract when a completed one is given none. A status that the contract does not know stands for one of a newer service.
   */
  parsingJobFinished(input: Given<NonNullable<operations["simulateParsingJobFinished"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulateParsingJobFinished">>;

  /**
   * Add a team to the organization.
   *
   * It is listed after the others.
   */
  organizationTeamAdded(input: Given<NonNullable<operations["simulateOrganizationTeamAdded"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulateOrganizationTeamAdded">>;

  /**
   * Change settings.
   *
   * The settings that are named change, the others stay. The same as to change the settings of the world.
   */
  settingsChanged(input: Given<NonNullable<operations["simulateSettingsChanged"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulateSettingsChanged">>;

  /**
   * Send values of a newer service.
   *
   * The service becomes newer than the contract: open enums carry values that the contract does not know. The setting `newer_values` takes that back.
   */
  newerValuesAppeared(input: Given<NonNullable<operations["simulateNewerValuesAppeared"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulateNewerValuesAppeared">>;

  /**
   * Set the demographics of a user.
   *
   * Without them there is no portal URL. Null removes them.
   */
  demographicsSet(input: Given<NonNullable<operations["simulateDemographicsSet"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulateDemographicsSet">>;

  /**
   * Delete a user.
   *
   * The connections are deleted, too. The deletion can be undone for 7 days.
   */
  userDeleted(input: Given<NonNullable<operations["simulateUserDeleted"]["requestBody"]>["content"]["application/json"]>): Promise<Result<"simulateUserDeleted">>;
}

/** What no operation shows. Each changes nothing, and throws `HappeningRefused` for what is not there. */
export interface Inspections {
  /**
   * Inspect the appointments of an order.
   *
   * The latest last, those that were replaced or refused included.
   */
  appointments(input: Given<NonNullable<operations["inspectAppointments"]["parameters"]["query"]>>): Promise<Result<"inspectAppointments">>;

  /**
   * Inspect the connections of a user.
   *
   * With their connect mode, what is prepared, what is in progress, and what was pulled.
   */
  connections(input: Given<NonNullable<operations["inspectConnections"]["parameters"]["query"]>>): Promise<Result<"inspectConnections">>;

  /**
   * Inspect the health data of a user.
   *
   * The stored data, timeseries values included.
   */
  healthData(input: Given<NonNullable<operations["inspectHealthData"]["parameters"]["query"]>>): Promise<Result<"inspectHealthData">>;

  /**
   * Inspect link codes.
   *
   * The link codes of a user, or of all.
   */
  linkCodes(input: Given<NonNullable<operations["inspectLinkCodes"]["parameters"]["query"]>>): Promise<Result<"inspectLinkCodes">>;

  /**
   * Inspect an order.
   *
   * The stored order, with its results.
   */
  order(input: Given<NonNullable<operations["inspectOrder"]["parameters"]["query"]>>): Promise<Result<"inspectOrder">>;

  /**
   * Inspect what was forwarded for phlebotomy.
   *
   * What the phlebotomy provider was sent, each time.
   */
  phlebotomyForwarded(input: Given<NonNullable<operations["inspectPhlebotomyForwarded"]["parameters"]["query"]>>): Promise<Result<"inspectPhlebotomyForwarded">>;

  /**
   * Inspect a portal URL.
   *
   * Its user and its target.
   */
  portalUrl(input: Given<NonNullable<operations["inspectPortalUrl"]["parameters"]["query"]>>): Promise<Result<"inspectPortalUrl">>;

  /**
   * Inspect the requisition of an order.
   *
   * As it would be written now.
   */
  requisition(input: Given<NonNullable<operations["inspectRequisition"]["parameters"]["query"]>>): Promise<Result<"inspectRequisition">>;

  /**
   * Inspect a user.
   *
   * The stored user, deleted or not; null when there is none.
   */
  user(input: Given<NonNullable<operations["inspectUser"]["parameters"]["query"]>>): Promise<Result<"inspectUser">>;
}
