// The models of the events, for generators that make them.
package main

import "example/client"

func init() {
	models = []any{
		client.EventEnvelope{}, client.ProviderConnectionCreatedEvent{},
		client.DailyDataCreatedEvent{}, client.DailyDataUpdatedEvent{}, client.HistoricalDataCreatedEvent{},
		client.DailySleepCycleCreatedEvent{}, client.DailySleepCycleUpdatedEvent{}, client.HistoricalSleepCycleCreatedEvent{},
		client.DailyHypnogramCreatedEvent{}, client.DailyHypnogramUpdatedEvent{}, client.HistoricalHypnogramCreatedEvent{},
		client.LabReportParsingJobCreatedEvent{}, client.LabReportParsingJobUpdatedEvent{},
		client.OrderStatusEvent{}, client.OrderPartialResultsEvent{},
	}
}
