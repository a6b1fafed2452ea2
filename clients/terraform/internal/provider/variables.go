package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-headrace/internal/api"
)

var valueForms = []string{"text", "number", "rows"}

// valueFields are the three forms of a value, of which a variable has the one of its type.
func valueFields(more fields) fields {
	made := fields{
		"text":   {isValue: true, Attribute: optionalText("The value of a text.").Attribute},
		"number": {Attribute: schema.NumberAttribute{Optional: true, Description: "The value of a number."}},
		"rows": {isValue: true, Attribute: schema.ListAttribute{
			Optional: true, ElementType: types.ListType{ElemType: types.StringType}, Description: "The rows of a grid.",
		}},
	}
	maps.Copy(made, more)
	return made
}

var variable = kind{
	name: "variable", plural: "variables",
	summary:    "A project variable: a text, a number or a grid (`rows`).",
	collection: "/v1/projects/{project_id}/variables", one: "/v1/projects/{project_id}/variables/{name}",
	key: []string{"project_id", "name"}, change: http.MethodPatch, oneOf: valueForms,
	fields: valueFields(fields{
		"project_id":  projectID,
		"name":        fixedText("The name, unique in the project without regard to case."),
		"behaviour":   textOr("SHARED", "Whether there is one value for a whole run of a pipeline, or each branch and iteration has its own copy.", "SHARED", "COPIED"),
		"description": textOr("", "What the variable is for."),
		"columns": {Attribute: schema.ListAttribute{
			Optional: true, ElementType: types.StringType, Description: "The columns of a grid.",
		}},
		"supports_double_resolution": flagOr(false, "Whether variables in its value are replaced too."),
	}),
	toCreate: func(_ context.Context, _ *api.Client, wanted wire) (wire, error) {
		body := variableBody(wanted)
		body["name"] = wanted["name"]
		return body, nil
	},
	toChange: func(_ context.Context, _ *api.Client, changed, wanted wire) (wire, error) {
		if len(changed) == 0 {
			return nil, nil
		}
		body := variableBody(wanted)
		// The API keeps columns that are absent; without any it says what a grid needs.
		if columns, is := changed["columns"]; is && body["type"] == "GRID" {
			body["columns"] = columns
		}
		return body, nil
	},
	fromRead: valueFromRead,
	example: `project_id = headrace_project.sales.id
  name       = "bucket"
  text       = "s3://orders"`,
}

const overridesPath = "/v1/projects/{project_id}/variables/{variable_name}/environment-overrides"

var variableOverride = kind{
	name:       "variable_override",
	summary:    "The value of a project variable in one environment, of the variable's type.",
	collection: overridesPath,
	// A GET with the environment answers the variable with that override alone.
	one: overridesPath + "?environmentName={environment_name}",
	key: []string{"project_id", "variable_name", "environment_name"}, isUpsert: true, oneOf: valueForms,
	change: http.MethodPost, changeAt: overridesPath, deleteAt: overridesPath + "/{environment_name}",
	fields: valueFields(fields{
		"project_id":       projectID,
		"variable_name":    parent("The variable."),
		"environment_name": parent("The environment."),
	}),
	toCreate: func(_ context.Context, _ *api.Client, wanted wire) (wire, error) { return overrideBody(wanted), nil },
	toChange: func(_ context.Context, _ *api.Client, _, wanted wire) (wire, error) { return overrideBody(wanted), nil },
	fromRead: overrideFromRead, refusal: overrideRefusal,
	example: `project_id       = headrace_project.sales.id
  variable_name    = headrace_variable.bucket.name
  environment_name = headrace_environment.production.name
  text             = "s3://orders-production"`,
}

func variableBody(wanted wire) wire {
	body := wire{}
	for _, name := range []string{"behaviour", "description", "columns", "supportsDoubleResolution"} {
		if value, is := wanted[name]; is {
			body[name] = value
		}
	}
	body["value"], body["type"] = valueOf(wanted)
	return body
}

// valueOf is the one value that is there, with the type that it makes.
func valueOf(wanted wire) (any, string) {
	for member, kind := range map[string]string{"text": "TEXT", "number": "NUMBER", "rows": "GRID"} {
		if value, is := wanted[member]; is {
			return value, kind
		}
	}
	return nil, ""
}

func valueFromRead(got wire) wire {
	made := maps.Clone(got)
	switch value := got["value"].(type) {
	case string:
		made["text"] = value
	case json.Number:
		made["number"] = value
	case []any:
		made["rows"] = value
	}
	return made
}

func overrideBody(wanted wire) wire {
	value, _ := valueOf(wanted)
	return wire{"overrides": []any{wire{"environmentName": wanted["environmentName"], "value": value}}}
}

func overrideFromRead(got wire) wire {
	overrides, _ := got["overrides"].([]any)
	if len(overrides) != 1 {
		return wire{}
	}
	one, _ := overrides[0].(wire)
	return valueFromRead(one)
}

// overrideRefusal: an override is refused in an answer of 200, because others may have been made.
func overrideRefusal(got wire) error {
	failed, _ := got["failedOverride"].([]any)
	if len(failed) == 0 {
		return nil
	}
	one, _ := failed[0].(wire)
	return fmt.Errorf("%v: %v", one["reason"], one["detail"])
}
