// Tells the story with a generated client: `call.go` of the generator's folder makes each call by the operation's name.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
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

// models are those of events: a generator that makes them fills it.
var models []any

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
