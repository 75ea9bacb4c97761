// Makes a call with the client of openapi-generator for Go: a request is built by methods that are named by its parts.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"reflect"
	"strings"

	"example/client"
)

var (
	team       = newClient(os.Getenv("BASE_URL"), "x-service-api-key", os.Getenv("API_KEY"))
	management = newClient(os.Getenv("MANAGEMENT_URL"), "X-Management-Key", os.Getenv("MANAGEMENT_KEY"))
)

func newClient(url, header, key string) *client.APIClient {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: url}}
	// An operation with servers of its own would be called there
	configuration.OperationServers = nil
	configuration.AddDefaultHeader(header, key)
	return client.NewAPIClient(configuration)
}

func call(one step) (int, any, error) {
	api := reflect.ValueOf(team).Elem()
	if one.management() {
		api = reflect.ValueOf(management).Elem()
	}
	for index := range api.NumField() {
		if !api.Type().Field(index).IsExported() {
			continue
		}
		method := api.Field(index).MethodByName(one.method())
		if !method.IsValid() {
			continue
		}
		arguments := []reflect.Value{reflect.ValueOf(context.Background())}
		for position, value := range pathArguments(one) {
			into := reflect.New(method.Type().In(position + 1))
			if err := decode(value, into); err != nil {
				return 0, nil, err
			}
			arguments = append(arguments, into.Elem())
		}
		return execute(one, method.Call(arguments)[0])
	}
	return 0, nil, errors.New("the client has no such operation")
}

func execute(one step, request reflect.Value) (int, any, error) {
	for index := range request.NumMethod() {
		name := request.Type().Method(index).Name
		set := request.Method(index)
		if set.Type().NumIn() != 1 {
			continue
		}
		into := reflect.New(set.Type().In(0))
		switch value, isGiven := one.given(name); {
		case isGiven:
			if err := decode(value, into); err != nil {
				return 0, nil, err
			}
		case one.Form != nil && set.Type().In(0) == reflect.TypeFor[*os.File]():
			into.Elem().Set(reflect.ValueOf(fileOf(one.Form[strings.ToLower(name)])))
		case one.Body != nil && strings.HasSuffix(name, into.Type().Elem().Name()):
			if err := json.Unmarshal(one.Body, into.Interface()); err != nil {
				return 0, nil, err
			}
		default:
			continue
		}
		request = set.Call([]reflect.Value{into.Elem()})[0]
	}
	results := request.MethodByName("Execute").Call(nil)
	response, _ := results[1].Interface().(*http.Response)
	err, _ := results[2].Interface().(error)
	var refused *client.GenericOpenAPIError
	if response != nil && response.StatusCode >= 400 && errors.As(err, &refused) {
		return response.StatusCode, refused.Model(), nil
	}
	if err != nil {
		return 0, nil, err
	}
	return response.StatusCode, results[0].Interface(), nil
}

func fileOf(part filePart) *os.File {
	name := os.TempDir() + "/" + part.Name
	must(os.WriteFile(name, []byte(part.Text), 0o600))
	file, err := os.Open(name)
	must(err)
	return file
}
