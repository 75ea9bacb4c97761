// Makes a call with the Go client of Redocly's generate-client: its methods are named by the operations.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"

	"example/client"
)

var (
	team       = newClient(os.Getenv("BASE_URL"), "TeamApiKey", os.Getenv("API_KEY"))
	management = newClient(os.Getenv("MANAGEMENT_URL"), "ManagementKey", os.Getenv("MANAGEMENT_KEY"))
)

func newClient(url, scheme, key string) *client.Client {
	keys := map[string]func() string{scheme: func() string { return key }}
	return client.New(client.Config{ServerURL: url, Auth: client.Auth{APIKey: keys}})
}

func call(one step) (int, any, error) {
	api := team
	if one.management() {
		api = management
	}
	method := reflect.ValueOf(api).MethodByName(one.method())
	if !method.IsValid() {
		return 0, nil, errors.New("the client has no such operation")
	}
	arguments := []reflect.Value{reflect.ValueOf(context.Background())}
	paths := pathArguments(one)
	for index := 1; index < method.Type().NumIn(); index++ {
		wanted := method.Type().In(index)
		into := reflect.New(wanted)
		var err error
		switch {
		case wanted.Kind() == reflect.Pointer && strings.HasSuffix(wanted.Elem().Name(), "Params"):
			into.Elem().Set(reflect.New(wanted.Elem()))
			err = fill(one, into.Elem().Elem())
		case len(paths) > 0:
			err = decode(paths[0], into)
			paths = paths[1:]
		case one.Form != nil:
			// A file is a `string` in its types, without a name
			err = json.Unmarshal([]byte(`{"file":"`+one.Form["file"].Text+`"}`), into.Interface())
		default:
			err = json.Unmarshal(one.Body, into.Interface())
		}
		if err != nil {
			return 0, nil, err
		}
		arguments = append(arguments, into.Elem())
	}
	results := method.Call(arguments)
	err, _ := results[1].Interface().(error)
	var refused *client.APIError
	if errors.As(err, &refused) {
		return refused.Status, refused.Body, nil
	}
	return 200, results[0].Interface(), err
}
