// Tells the story with the client of oapi-codegen, whose methods are named by the operations.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"reflect"
	"strings"

	"example/client"
)

type filePart struct{ Name, Type, Text string }

type step struct {
	Operation            string
	Path, Query, Headers map[string]any
	Body                 json.RawMessage
	Form                 map[string]filePart
	Status               int
	Save                 map[string]string
}

// management says whether the operation takes the key of an organization, at an address of its own.
func (one step) management() bool { return one.Operation == "listOrganizationTeams" }

// method is the operation's name as Go clients write it.
func (one step) method() string { return strings.ToUpper(one.Operation[:1]) + one.Operation[1:] }

// given is the value of a parameter, whose name is compared without its separators.
func (one step) given(name string) (any, bool) {
	for _, values := range []map[string]any{one.Path, one.Query, one.Headers} {
		for key, value := range values {
			if plain(key) == plain(name) {
				return value, true
			}
		}
	}
	return nil, false
}

func plain(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
}

// models are those of events, which no call names.
var models = []any{
	client.EventEnvelope{}, client.ProviderConnectionCreatedEvent{},
	client.DailyDataCreatedEvent{}, client.DailyDataUpdatedEvent{}, client.HistoricalDataCreatedEvent{},
	client.DailySleepCycleCreatedEvent{}, client.DailySleepCycleUpdatedEvent{}, client.HistoricalSleepCycleCreatedEvent{},
	client.DailyHypnogramCreatedEvent{}, client.DailyHypnogramUpdatedEvent{}, client.HistoricalHypnogramCreatedEvent{},
	client.LabReportParsingJobCreatedEvent{}, client.LabReportParsingJobUpdatedEvent{},
	client.OrderStatusEvent{}, client.OrderPartialResultsEvent{},
}

var saved = map[string]any{}

func main() {
	text, err := os.ReadFile("story.json")
	must(err)
	var story []step
	must(json.Unmarshal(text, &story))
	for _, one := range story {
		report(one.Operation, tell(one))
	}
	text, err = os.ReadFile("events.json")
	must(err)
	var events []struct {
		Model string
		Event json.RawMessage
	}
	must(json.Unmarshal(text, &events))
	for _, one := range events {
		for _, model := range models {
			if wanted := reflect.TypeOf(model); wanted.Name() == one.Model {
				report("event "+one.Model, json.Unmarshal(one.Event, reflect.New(wanted).Interface()))
			}
		}
	}
}

func report(name string, err error) {
	if err != nil {
		fmt.Println("failed", name, strings.ReplaceAll(err.Error(), "\n", " "))
	} else {
		fmt.Println("ok", name)
	}
}

func tell(one step) error {
	status, answer, err := call(one)
	if err != nil {
		return err
	}
	wanted := one.Status
	if wanted == 0 {
		wanted = 200
	}
	if status != wanted {
		return fmt.Errorf("the status is %d", status)
	}
	return keep(one.Save, answer)
}

func keep(save map[string]string, answer any) error {
	text, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	var fields map[string]any
	for name, field := range save {
		if err := json.Unmarshal(text, &fields); err != nil {
			return err
		}
		saved[name] = fields[field]
	}
	return nil
}

// pathArguments returns the values in the order of the address.
func pathArguments(one step) []any {
	order := []string{"client_user_id", "user_id", "provider", "oauth_provider", "lab_test_id", "order_id", "job_id", "org_id"}
	var found []any
	for _, name := range order {
		if value, has := one.Path[name]; has {
			found = append(found, value)
		}
	}
	return found
}

// fill sets the fields of a struct to the values of the parameters that they are named by.
func fill(one step, params reflect.Value) error {
	for index := range params.NumField() {
		if value, isGiven := one.given(params.Type().Field(index).Name); isGiven {
			if err := decode(value, params.Field(index).Addr()); err != nil {
				return err
			}
		}
	}
	return nil
}

func decode(value any, into reflect.Value) error {
	if text, is := value.(string); is && strings.HasPrefix(text, "$") {
		value = saved[text[1:]]
	}
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into.Interface())
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

var (
	team       = newClient(os.Getenv("BASE_URL"), "x-service-api-key", os.Getenv("API_KEY"))
	management = newClient(os.Getenv("BASE_URL"), "X-Management-Key", os.Getenv("MANAGEMENT_KEY"))
)

func newClient(url, header, key string) *client.ClientWithResponses {
	authenticate := func(_ context.Context, request *http.Request) error {
		request.Header.Set(header, key)
		return nil
	}
	api, err := client.NewClientWithResponses(url, client.WithRequestEditorFn(authenticate))
	must(err)
	return api
}

func call(one step) (int, any, error) {
	api := team
	if one.management() {
		api = management
	}
	name := one.method()
	suffix := "WithResponse"
	if one.Form != nil {
		suffix = "WithBodyWithResponse"
	}
	method := reflect.ValueOf(api).MethodByName(name + suffix)
	if !method.IsValid() {
		return 0, nil, fmt.Errorf("the client has no method %s", name+suffix)
	}
	arguments := []reflect.Value{reflect.ValueOf(context.Background())}
	paths := pathArguments(one)
	for index := 1; index < method.Type().NumIn()-1; index++ {
		wanted := method.Type().In(index)
		switch {
		case wanted.Kind() == reflect.Pointer && strings.HasSuffix(wanted.Elem().Name(), "Params"):
			params := reflect.New(wanted.Elem())
			must(fill(one, params.Elem()))
			arguments = append(arguments, params)
		case one.Form != nil && wanted.Kind() == reflect.String:
			contentType, body := form(one.Form)
			arguments = append(arguments, reflect.ValueOf(contentType), reflect.ValueOf(body))
			index++
		case len(paths) > 0:
			value := reflect.New(wanted)
			if err := decode(paths[0], value); err != nil {
				return 0, nil, err
			}
			paths = paths[1:]
			arguments = append(arguments, value.Elem())
		default:
			value := reflect.New(wanted)
			if err := json.Unmarshal(one.Body, value.Interface()); err != nil {
				return 0, nil, err
			}
			arguments = append(arguments, value.Elem())
		}
	}
	results := method.Call(arguments)
	if err, failed := results[1].Interface().(error); failed {
		return 0, nil, err
	}
	answer := results[0].Elem()
	status := answer.MethodByName("StatusCode")
	if !status.IsValid() {
		status = results[0].MethodByName("StatusCode")
	}
	code := int(status.Call(nil)[0].Int())
	parsed := answer.FieldByName(fmt.Sprintf("JSON%d", code))
	if !parsed.IsValid() || parsed.IsNil() {
		return code, nil, fmt.Errorf("the answer with status %d was not read", code)
	}
	return code, parsed.Interface(), nil
}

func form(parts map[string]filePart) (string, io.Reader) {
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	for name, part := range parts {
		header := textproto.MIMEHeader{}
		header.Set("Content-Disposition", fmt.Sprintf(`form-data; name="%s"; filename="%s"`, name, part.Name))
		header.Set("Content-Type", part.Type)
		file, err := writer.CreatePart(header)
		must(err)
		_, err = file.Write([]byte(part.Text))
		must(err)
	}
	must(writer.Close())
	return writer.FormDataContentType(), &body
}
