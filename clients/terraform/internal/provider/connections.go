package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-headrace/internal/api"
)

// propertyFields are the properties of a connection: values, and names of secrets.
func propertyFields(more fields) fields {
	made := fields{
		"properties": optionalMap(types.StringType, "Values of properties; `headrace connections schemas` lists them."),
		"secrets": {Attribute: schema.MapNestedAttribute{
			Optional: true, Description: "Properties that are secrets, each by the name of a secret.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"secret_name": schema.StringAttribute{Required: true, Description: "A secret of the project, or one of the runner that is granted to it."},
				"secret_key":  schema.StringAttribute{Optional: true, Description: "A member of a secret that is a JSON object."},
			}},
		}},
	}
	maps.Copy(made, more)
	return made
}

var connection = kind{
	name: "connection", plural: "connections",
	summary:    "A connection of a project to a database, an object store or a service. Its secrets are named and never held.",
	collection: "/v1/projects/{project_id}/connections", one: "/v1/projects/{project_id}/connections/{name}",
	key: []string{"project_id", "name"}, change: http.MethodPut,
	fields: propertyFields(fields{
		"project_id":               projectID,
		"name":                     fixedText("The name by which pipelines name it."),
		"platform_connection_type": requiredText("What it is for.", "DWH", "COMPONENT_BASIC", "CLOUD_PLATFORM_CREDENTIALS"),
		"auth_provider":            requiredText("What it connects to, such as `POSTGRES` or `S3`."),
		"auth_type":                requiredText("How it signs in there."),
		"description":              textOr("", "What it reaches."),
		"secrets_location":         optionalText("A note where its secrets are."),
	}),
	toCreate: connectionBody,
	toChange: func(ctx context.Context, client *api.Client, _, wanted wire) (wire, error) {
		body, err := connectionBody(ctx, client, wanted)
		delete(body, "name")
		return body, err
	},
	fromRead: func(got wire) wire {
		details, _ := got["connectionDetails"].(wire)
		made := propertiesFromRead(got, details["connectionProperties"])
		made["description"], made["secretsLocation"] = details["description"], details["secretsLocation"]
		return made
	},
	example: `project_id               = headrace_project.sales.id
  name                     = "warehouse"
  platform_connection_type = "DWH"
  auth_provider            = "POSTGRES"
  auth_type                = "USER_PASSWORD"
  properties = {
    host     = "db.example.com"
    port     = 5432
    database = "orders"
    user     = "etl"
  }
  secrets = {
    password = { secret_name = headrace_secret.password.name }
  }`,
}

const connectionOverridesPath = "/v1/projects/{project_id}/connections/environment-overrides"

var connectionOverride = kind{
	name:    "connection_override",
	summary: "Properties that a connection has in one environment, in place of its own.",
	one:     connectionOverridesPath + "?environmentName={environment_name}&connectionName={connection_name}",
	key:     []string{"project_id", "environment_name", "connection_name"},
	change:  http.MethodPut, isPut: true, isUpsert: true,
	fields: propertyFields(fields{
		"project_id":       projectID,
		"environment_name": parent("The environment."),
		"connection_name":  parent("The connection."),
	}),
	toCreate: overriddenBody,
	toChange: func(ctx context.Context, client *api.Client, _, wanted wire) (wire, error) {
		return overriddenBody(ctx, client, wanted)
	},
	fromRead: func(got wire) wire { return propertiesFromRead(got, got["connectionProperties"]) },
	example: `project_id       = headrace_project.sales.id
  environment_name = headrace_environment.production.name
  connection_name  = headrace_connection.warehouse.name
  properties       = { host = "production.example.com" }`,
}

func connectionBody(ctx context.Context, client *api.Client, wanted wire) (wire, error) {
	properties, err := propertiesOf(ctx, client, wanted["authProvider"], wanted)
	details := wire{"description": wanted["description"], "connectionProperties": properties}
	if location, is := wanted["secretsLocation"]; is {
		details["secretsLocation"] = location
	}
	return wire{
		"name": wanted["name"], "platformConnectionType": wanted["platformConnectionType"],
		"authProvider": wanted["authProvider"], "authType": wanted["authType"], "connectionDetails": details,
	}, err
}

func overriddenBody(ctx context.Context, client *api.Client, wanted wire) (wire, error) {
	path := fmt.Sprintf("/v1/projects/%v/connections/%s", wanted["projectId"], url.PathEscape(fmt.Sprint(wanted["connectionName"])))
	answer, err := client.Do(ctx, api.Request{Method: http.MethodGet, Path: path})
	if err != nil {
		return nil, err
	}
	of, _ := answer.Body.(wire)
	properties, err := propertiesOf(ctx, client, of["authProvider"], wanted)
	return wire{
		"environmentName": wanted["environmentName"], "connectionName": wanted["connectionName"],
		"connectionProperties": properties,
	}, err
}

// propertiesOf has numbers and flags where the schema of the provider wants them: maps of Terraform have one type.
func propertiesOf(ctx context.Context, client *api.Client, provider any, wanted wire) (wire, error) {
	kinds, err := propertyKinds(ctx, client, fmt.Sprint(provider))
	if err != nil {
		return nil, err
	}
	made := wire{}
	given, _ := wanted["properties"].(wire)
	for name, value := range given {
		text, _ := value.(string)
		if value, err = typed(kinds[name], text); err != nil {
			return nil, fmt.Errorf("properties: %s must be %w", name, err)
		}
		made[name] = wire{"value": value}
	}
	secrets, _ := wanted["secrets"].(wire)
	for name, value := range secrets {
		if _, is := made[name]; is {
			return nil, fmt.Errorf("%s is among the properties and among the secrets", name)
		}
		made[name] = value
	}
	return made, nil
}

func typed(kind, text string) (any, error) {
	switch kind {
	case "INTEGER":
		if _, err := strconv.ParseInt(text, 10, 64); err != nil {
			return nil, fmt.Errorf("a whole number, not %q", text)
		}
		return json.Number(text), nil
	case "BOOLEAN":
		if text != "true" && text != "false" {
			return nil, fmt.Errorf("true or false, not %q", text)
		}
		return text == "true", nil
	}
	return text, nil
}

func propertyKinds(ctx context.Context, client *api.Client, provider string) (map[string]string, error) {
	path := "/v1/connection-schemas/" + url.PathEscape(provider)
	answer, err := client.Do(ctx, api.Request{Method: http.MethodGet, Path: path})
	if api.IsNotFound(err) {
		return nil, fmt.Errorf("auth_provider: the server knows no provider %q", provider)
	}
	if err != nil {
		return nil, err
	}
	kinds := map[string]string{}
	body, _ := answer.Body.(wire)
	authTypes, _ := body["authTypes"].([]any)
	for _, one := range authTypes {
		of, _ := one.(wire)
		properties, _ := of["properties"].([]any)
		for _, property := range properties {
			of, _ := property.(wire)
			name, _ := of["name"].(string)
			kinds[name], _ = of["type"].(string)
		}
	}
	return kinds, nil
}

func propertiesFromRead(got wire, given any) wire {
	made := maps.Clone(got)
	properties, secrets := wire{}, wire{}
	all, _ := given.(wire)
	for name, value := range all {
		one, _ := value.(wire)
		if _, isSecret := one["secretName"]; isSecret {
			secrets[name] = one
		} else {
			properties[name] = fmt.Sprint(one["value"])
		}
	}
	// Nothing at all is absent: an empty map would not be what a configuration without one means.
	if len(properties) > 0 {
		made["properties"] = properties
	}
	if len(secrets) > 0 {
		made["secrets"] = secrets
	}
	return made
}
