package provider

import (
	"context"
	"maps"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/objectdefault"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-headrace/internal/api"
)

var reviewLevels = []string{"OFF", "ERRORS", "WARNINGS"}

var project = kind{
	name: "project", plural: "projects", lookup: "name",
	summary:    "A project: pipelines, environments, variables, schedules and who may use them.",
	collection: "/v1/projects", one: "/v1/projects/{id}", key: []string{"id"}, change: http.MethodPatch,
	fields: fields{
		"id":          serverID("The id of the project.", ""),
		"name":        requiredText("The name of the project, unique in the installation."),
		"description": textOr("", "What the project is for."),
		"warehouse": {isFixed: true, Attribute: schema.StringAttribute{
			Optional: true, Computed: true,
			Description: described("What the SQL of the project is written for; `DUCKDB` by default.", warehouses),
			Validators:  oneOf(warehouses), PlanModifiers: append(keepText, replaceText...),
		}},
		"agent_deployment_type": {isFixed: true, Attribute: schema.StringAttribute{
			Optional: true, Computed: true, Description: described("Who runs the runners.", deploymentTypes),
			Validators: oneOf(deploymentTypes), PlanModifiers: append(keepText, replaceText...),
		}},
		"review_before_merging": textOr("OFF", "Whether merging is refused for what a review finds.", reviewLevels...),
	},
	example: `name        = "Sales"
  description = "Orders and what they add up to"`,
}

var (
	warehouses      = []string{"SNOWFLAKE", "DATABRICKS", "REDSHIFT", "BIGQUERY", "DUCKDB", "POSTGRES", "MYSQL", "CLICKHOUSE"}
	deploymentTypes = []string{"HYBRID", "FULL_SAAS"}
)

// duckDB is the database of an environment that names none.
var duckDB = types.ObjectValueMust(
	map[string]attr.Type{
		"type": types.StringType, "schema": types.StringType, "host": types.StringType, "port": types.Int64Type,
		"database": types.StringType, "user": types.StringType, "password_secret": types.StringType, "ssl": types.BoolType,
	},
	map[string]attr.Value{
		"type": types.StringValue("DUCKDB"), "schema": types.StringNull(), "host": types.StringNull(), "port": types.Int64Null(),
		"database": types.StringNull(), "user": types.StringNull(), "password_secret": types.StringNull(), "ssl": types.BoolNull(),
	},
)

var environment = kind{
	name: "environment", plural: "environments",
	summary:    "An environment of a project: a runner, a database, and who may do what there.",
	collection: "/v1/projects/{project_id}/environments",
	one:        "/v1/projects/{project_id}/environments/{name}",
	key:        []string{"project_id", "name"}, change: http.MethodPatch,
	goesWith: map[string]string{
		"schedules":          "/v1/projects/{project_id}/schedules?environmentName={name}&size=1",
		"triggers":           "/v1/projects/{project_id}/triggers?environmentName={name}&size=1",
		"published versions": "/v1/projects/{project_id}/artifacts?environmentName={name}&size=1",
	},
	fields: fields{
		"project_id":                projectID,
		"name":                      fixedText("The name of the environment, unique in the project."),
		"default_agent_id":          requiredText("The id of the runner that runs what names none."),
		"display_name":              serverText("How the interface calls it; its name by default."),
		"description":               textOr("", "What the environment is for."),
		"default_user_access_level": textOr("readOnly", "What members may do who have no access of their own.", "admin", "runner", "readOnly", "noAccess"),
		"on_runner_loss":            textOr("RESUME", "What happens to a component that was running when its runner was lost.", "RESUME", "FAIL"),
		"review_before_publishing":  textOr("OFF", "Whether publishing is refused for what a review finds.", reviewLevels...),
		"allow_unpublished_runs":    serverFlag("Whether branches, commits and drafts run here. By default not where the name says production."),
		"dialect_functions":         flagOr(true, "Whether SQL finds functions that other dialects call differently."),
		"max_concurrent_executions": optionalWhole("How many executions run at once; without it, as many as there is room for."),
		"default_connections":       optionalMap(types.StringType, "Names of connections; SQL runs on the one of the type `DWH`."),
		"databases": {Attribute: schema.MapNestedAttribute{
			Optional: true, Description: "What names of databases in SQL stand for.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"database": schema.StringAttribute{Optional: true, Description: "Another database than the environment's own."},
				"schema":   schema.StringAttribute{Optional: true, Description: "The schema where only the database is named."},
			}},
		}},
		"database_connection": {member: "connection", Attribute: schema.SingleNestedAttribute{
			Optional: true, Computed: true, Description: "The database that SQL runs on where `default_connections` names none.",
			Default: objectdefault.StaticValue(duckDB),
			Attributes: map[string]schema.Attribute{
				"type":            schema.StringAttribute{Required: true, Description: described("The kind of database.", []string{"DUCKDB", "POSTGRES"}), Validators: oneOf([]string{"DUCKDB", "POSTGRES"})},
				"schema":          schema.StringAttribute{Optional: true, Description: "The schema of names without one."},
				"host":            schema.StringAttribute{Optional: true, Description: "PostgreSQL: the server."},
				"port":            schema.Int64Attribute{Optional: true, Description: "PostgreSQL: the port, 5432 by default."},
				"database":        schema.StringAttribute{Optional: true, Description: "PostgreSQL: the database."},
				"user":            schema.StringAttribute{Optional: true, Description: "PostgreSQL: the user."},
				"password_secret": schema.StringAttribute{Optional: true, Description: "PostgreSQL: the name of a secret, never the password."},
				"ssl":             schema.BoolAttribute{Optional: true, Description: "PostgreSQL: whether the connection is encrypted."},
			},
		}},
	},
	fromRead: func(got wire) wire {
		made := maps.Clone(got)
		if connections, is := got["defaultConnections"].(wire); is {
			made["defaultConnections"] = connectionNames(connections)
		}
		return made
	},
	example: `project_id       = headrace_project.sales.id
  name             = "Production"
  default_agent_id = headrace_runner.one.id`,
}

// connectionNames takes both forms of a default connection, a name and an object with the name; the API keeps other values too,
// which name none.
func connectionNames(connections wire) wire {
	made := wire{}
	for key, value := range connections {
		if object, is := value.(wire); is {
			value = object["connectionName"]
		}
		if name, is := value.(string); is {
			made[key] = name
		}
	}
	return made
}

var secret = kind{
	name: "secret", plural: "secrets",
	summary: "A secret of a project. Its value is write-only: no plan and no state has it, and the API never returns it. " +
		"That somebody else changed the value is not noticed.",
	collection: "/v1/projects/{project_id}/secrets", one: "/v1/projects/{project_id}/secrets/{name}",
	key: []string{"project_id", "name"}, change: http.MethodPut,
	fields: fields{
		"project_id":       projectID,
		"name":             fixedText("The name by which connections and components name it."),
		"value_wo":         secretText("The value.", true),
		"value_wo_version": secretVersion("value_wo"),
		"description":      textOr("", "What the secret opens."),
	},
	toCreate: func(_ context.Context, _ *api.Client, wanted wire) (wire, error) { return secretBody(wanted), nil },
	toChange: func(_ context.Context, _ *api.Client, _, wanted wire) (wire, error) {
		body := secretBody(wanted)
		delete(body, "name")
		return body, nil
	},
	example: `project_id       = headrace_project.sales.id
  name             = "orders_password"
  value_wo         = var.orders_password
  value_wo_version = 1`,
}

func secretBody(wanted wire) wire {
	return wire{"name": wanted["name"], "description": wanted["description"], "value": wanted["valueWo"]}
}
