// A user, an error, an open enum, pages, an upload and an event, with the client of oapi-codegen.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"example/client"
)

func main() {
	ctx := context.Background()
	// Authentication: the team's key in its own header
	authenticate := func(_ context.Context, request *http.Request) error {
		request.Header.Set("x-service-api-key", os.Getenv("API_KEY"))
		return nil
	}
	api, err := client.NewClientWithResponses(os.Getenv("BASE_URL"), client.WithRequestEditorFn(authenticate))
	check(err)

	// Errors: each documented status has a field of its own
	taken, err := api.CreateUserWithResponse(ctx, client.CreateUserJSONRequestBody{ClientUserId: "demo-runner-01"})
	check(err)
	if taken.JSON400 != nil {
		fmt.Println("taken by", taken.JSON400.UserId)
	}

	// Open enums: their values are plain texts, so an unknown one is no error
	user, err := api.ResolveUserWithResponse(ctx, "demo-runner-01")
	check(err)
	connections, err := api.ListUserConnectionsWithResponse(ctx, user.JSON200.UserId)
	check(err)
	for _, connection := range connections.JSON200.Providers {
		fmt.Println(connection.Slug, "is healthy:", connection.Status == "connected")
	}

	// Pages: ask for the next one until the last
	for page, pages := 1, 1; page <= pages; page++ {
		markers, err := api.ListMarkersWithResponse(ctx, &client.ListMarkersParams{Page: &page})
		check(err)
		if markers.JSON200.Pages != nil {
			pages = *markers.JSON200.Pages
		}
		fmt.Println("markers", len(markers.JSON200.Markers))
	}

	// Uploads: the file has a name and a type of its own
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	part, err := writer.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="file"; filename="report.pdf"`},
		"Content-Type":        {"application/pdf"},
	})
	check(err)
	_, err = part.Write([]byte("%PDF-1.7"))
	check(err)
	check(writer.Close())
	job, err := api.CreateLabReportParsingJobWithBodyWithResponse(ctx, writer.FormDataContentType(), &form)
	check(err)
	fmt.Println("upload", job.StatusCode())

	// Events: verify the bytes as they came, then read them
	webhook, err := standardwebhooks.NewWebhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	check(err)
	body, sent := []byte(`{"event_type":"daily.data.sleep.created"}`), time.Now()
	signature, err := webhook.Sign("evt_1", sent, body)
	check(err)
	headers := http.Header{}
	headers.Set("webhook-id", "evt_1")
	headers.Set("webhook-timestamp", fmt.Sprint(sent.Unix()))
	headers.Set("webhook-signature", signature)
	check(webhook.Verify(body, headers))
	fmt.Println("event verified")
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
