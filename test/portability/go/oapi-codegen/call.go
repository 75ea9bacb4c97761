// Makes a call with the client of oapi-codegen: its methods are named by the operations.
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

var (
	team       = newClient(os.Getenv("BASE_URL"), "x-service-api-key", os.Getenv("API_KEY"))
	management = newClient(os.Getenv("MANAGEMENT_URL"), "X-Management-Key", os.Getenv("MANAGEMENT_KEY"))
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
