// Tells the story with the client of oapi-codegen: its methods are named by the operations.
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

	"driver/client"
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

var saved = map[string]any{}

func main() {
	text, err := os.ReadFile("story.json")
	must(err)
	var story []step
	must(json.Unmarshal(text, &story))
	team := newClient(os.Getenv("BASE_URL"), "x-service-api-key", os.Getenv("API_KEY"))
	management := newClient(os.Getenv("MANAGEMENT_URL"), "X-Management-Key", os.Getenv("MANAGEMENT_KEY"))
	for _, one := range story {
		api := team
		if one.Operation == "listOrganizationTeams" {
			api = management
		}
		if err := tell(api, one); err != nil {
			fmt.Println("failed", one.Operation, err)
		} else {
			fmt.Println("ok", one.Operation)
		}
	}
}

func newClient(url, header, key string) *client.ClientWithResponses {
	authenticate := func(_ context.Context, request *http.Request) error {
		request.Header.Set(header, key)
		return nil
	}
	api, err := client.NewClientWithResponses(url, client.WithRequestEditorFn(authenticate))
	must(err)
	return api
}

func tell(api *client.ClientWithResponses, one step) error {
	name := strings.ToUpper(one.Operation[:1]) + one.Operation[1:]
	suffix := "WithResponse"
	if one.Form != nil {
		suffix = "WithBodyWithResponse"
	}
	method := reflect.ValueOf(api).MethodByName(name + suffix)
	if !method.IsValid() {
		return fmt.Errorf("the client has no method %s", name+suffix)
	}
	arguments := []reflect.Value{reflect.ValueOf(context.Background())}
	// Path parameters come in the order of the address; the story has them in this order, too
	paths := pathArguments(one)
	for index := 1; index < method.Type().NumIn()-1; index++ {
		wanted := method.Type().In(index)
		switch {
		case wanted.Kind() == reflect.Pointer && strings.HasSuffix(wanted.Elem().Name(), "Params"):
			params := reflect.New(wanted.Elem())
			must(fill(params, one.Query))
			must(fill(params, one.Headers))
			arguments = append(arguments, params)
		case one.Form != nil && wanted.Kind() == reflect.String:
			contentType, body := form(one.Form)
			arguments = append(arguments, reflect.ValueOf(contentType), reflect.ValueOf(body))
			index++
		case len(paths) > 0:
			value := reflect.New(wanted)
			if err := decode(paths[0], value); err != nil {
				return err
			}
			paths = paths[1:]
			arguments = append(arguments, value.Elem())
		default:
			value := reflect.New(wanted)
			if err := json.Unmarshal(one.Body, value.Interface()); err != nil {
				return err
			}
			arguments = append(arguments, value.Elem())
		}
	}
	results := method.Call(arguments)
	if err, failed := results[1].Interface().(error); failed {
		return err
	}
	answer := results[0].Elem()
	status := answer.MethodByName("StatusCode")
	if !status.IsValid() {
		status = results[0].MethodByName("StatusCode")
	}
	wanted := one.Status
	if wanted == 0 {
		wanted = 200
	}
	if code := status.Call(nil)[0].Int(); int(code) != wanted {
		return fmt.Errorf("the status is %d", code)
	}
	parsed := answer.FieldByName(fmt.Sprintf("JSON%d", wanted))
	if !parsed.IsValid() || parsed.IsNil() {
		return fmt.Errorf("the answer was not read")
	}
	return keep(one.Save, parsed.Interface())
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

// fill sets the parameters of a struct by the names that its fields have on the wire.
func fill(params reflect.Value, values map[string]any) error {
	for index := range params.Elem().NumField() {
		field := params.Elem().Type().Field(index)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		for key, value := range values {
			if strings.EqualFold(name, key) {
				if err := decode(value, params.Elem().Field(index).Addr()); err != nil {
					return err
				}
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

func must(err error) {
	if err != nil {
		panic(err)
	}
}
