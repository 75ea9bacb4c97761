// Steers a sandbox with the client of its control plane: makes a world, and advances its clock.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"example/client"
)

func main() {
	ctx := context.Background()
	control := func(_ context.Context, request *http.Request) error {
		request.Header.Set("x-sandbox-control", "1")
		return nil
	}
	sandbox, err := client.NewClientWithResponses(os.Getenv("BASE_URL"), client.WithRequestEditorFn(control))
	check(err)

	seed, start, isFrozen := client.Empty, time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), true
	made, err := sandbox.CreateWorldWithResponse(ctx, client.CreateWorldJSONRequestBody{Seed: &seed, Now: &start, IsFrozen: &isFrozen})
	check(err)
	if made.JSON201 == nil {
		log.Fatal(made.HTTPResponse.Status)
	}
	days := float32(8)
	clock, err := sandbox.AdvanceClockWithResponse(ctx, made.JSON201.Id, client.AdvanceClockJSONRequestBody{Days: &days})
	check(err)
	if clock.JSON200 == nil || !clock.JSON200.Now.Equal(start.AddDate(0, 0, 8)) {
		log.Fatal(clock.HTTPResponse.Status)
	}
	fmt.Println("The clock of", made.JSON201.Id, "is at", clock.JSON200.Now.Format(time.DateOnly))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
