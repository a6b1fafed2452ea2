package provider

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-headrace/internal/api"
)

var runner = kind{
	name: "runner", plural: "runners", lookup: "name",
	summary: "A runner. Its credential is no part of the state: read it with the ephemeral resource `headrace_runner_credential`. " +
		"A runner that is connected cannot be deleted: stop it first.",
	collection: "/v1/agents", one: "/v1/agents/{id}", key: []string{"id"}, change: http.MethodPatch,
	fields: fields{
		"id":                  serverID("The id of the runner.", "agentId"),
		"name":                requiredText("The name of the runner, of up to 30 characters."),
		"description":         textOr("", "Where the runner is and what it reaches."),
		"agent_type":          fixedText("The type of runner.", "pipeline", "streaming", "data_productivity_cloud"),
		"cloud_provider":      fixedText("Where it runs.", "aws", "azure", "gcp", "google_cloud", "snowflake", "self_hosted"),
		"deployment":          fixedText("How it runs.", "fargate", "eks", "container app", "aci", "aks", "gke", "gce", "native app", "process", "container", "kubernetes"),
		"enable_auto_updates": flagOr(true, "Whether it is updated by itself."),
		"restricted_access":   flagOr(false, "Whether only the projects of its allow list may use it."),
		"max_instances":       wholeOr(1, "How many processes may run as this runner at once."),
		"track_name":          spelt(lowerTrack, textOr("current", "The version track that it follows.")),
	},
	fromRead: func(got wire) wire {
		made := wire{"maxInstances": json.Number("1")} // absent when it is one
		maps.Copy(made, got)
		if details, is := got["versionDetails"].(wire); is {
			made["trackName"] = details["trackName"]
		}
		return made
	},
	example: `name           = "one"
  agent_type     = "pipeline"
  cloud_provider = "self_hosted"
  deployment     = "container"`,
}

var runnerAllowList = kind{
	name:    "runner_allow_list",
	summary: "The projects and environments that a runner with `restricted_access` serves. There is one list for each runner.",
	one:     "/v1/agents/{runner_id}/allowlist", key: []string{"runner_id"},
	change: http.MethodPut, isPut: true, isUpsert: true, content: "projects",
	fields: fields{
		"runner_id": parent("The runner."),
		"projects": {Attribute: schema.MapNestedAttribute{
			Required: true, Description: "By the id of a project: the environments that the runner serves there.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"environments": schema.SetAttribute{Optional: true, ElementType: types.StringType, Description: "Names of environments; without it, all."},
			}},
		}},
	},
	example: `runner_id = headrace_runner.one.id
  projects = {
    (headrace_project.sales.id) = { environments = ["Production"] }
  }`,
}

var schedule = kind{
	name: "schedule", plural: "schedules",
	summary: "A schedule: when a pipeline runs, and with which variables. " +
		"The pipeline must have been published to the environment.",
	collection: "/v1/projects/{project_id}/schedules", one: "/v1/projects/{project_id}/schedules/{id}",
	key: []string{"project_id", "id"}, change: http.MethodPatch, oneOf: []string{"cron_expression", "interval_expression"},
	fields: fields{
		"project_id":       projectID,
		"id":               serverID("The id of the schedule.", "scheduleId"),
		"name":             requiredText("The name of the schedule."),
		"pipeline_name":    spelt(pipelineName, requiredText("The pipeline that runs.")),
		"environment_name": requiredText("The environment that it runs in."),
		"version_name":     optionalText("A published version; without it, the latest."),
		"runner_id":        {isDerived: true, Attribute: optionalText("The runner; without it, that of the environment.").Attribute},
		"cron_expression":  optionalText("Quartz (six or seven fields) or Unix (five)."),
		"cron_timezone":    textOr("UTC", "The IANA name of the time zone."),
		"interval_expression": nested(false, "Every so many units, counted from `effective_from`.", map[string]schema.Attribute{
			"interval": schema.Int64Attribute{Required: true, Description: "How many."},
			"unit":     schema.StringAttribute{Required: true, Description: described("Of what.", intervalUnits), Validators: oneOf(intervalUnits)},
		}),
		"effective_from":              serverText("When it begins (RFC 3339); at its creation by default."),
		"schedule_enabled":            flagOr(true, "Whether it runs."),
		"allow_concurrent_executions": flagOr(true, "Whether a run starts while the last one still runs."),
		"missed_run_policy":           textOr("RUN_ONCE", "What happens to runs that were missed.", "RUN_ONCE", "SKIP", "RUN_ALL"),
		"jitter_seconds":              wholeOr(0, "Up to how much later a run may start."),
		"due_time_variable":           optionalText("The variable that gets the due time."),
		"scalar_variables":            optionalMap(types.StringType, "Values of variables."),
		"grid_variables":              optionalMap(rows, "Rows of grid variables."),
	},
	toCreate: func(_ context.Context, _ *api.Client, wanted wire) (wire, error) {
		pipeline, timing := wire{}, wire{}
		for name, value := range wanted {
			switch name {
			case "projectId", "scheduleId":
			case "runnerId":
				pipeline["agentId"] = value
			case "pipelineName", "environmentName", "versionName", "scalarVariables", "gridVariables", "dueTimeVariable":
				pipeline[name] = value
			default:
				timing[name] = value
			}
		}
		return wire{"pipeline": pipeline, "schedule": timing}, nil
	},
	example: `project_id       = headrace_project.sales.id
  name             = "nightly"
  pipeline_name    = "daily-load"
  environment_name = headrace_environment.production.name
  cron_expression  = "0 0 3 * * ?"
  cron_timezone    = "Europe/Oslo"`,
}

// lowerTrack: the tracks that every installation has are known in upper case too.
func lowerTrack(name string) string {
	if lower := strings.ToLower(name); lower == "current" || lower == "stable" {
		return lower
	}
	return name
}

// pipelineName is a name without the ending of the file, and without what may stand before a path.
func pipelineName(reference string) string {
	for _, prefix := range []string{"./", "/"} {
		if rest, is := strings.CutPrefix(reference, prefix); is {
			return pipelineName(rest)
		}
	}
	for _, ending := range []string{".orch.yaml", ".tran.yaml"} {
		if name, is := strings.CutSuffix(reference, ending); is {
			return name
		}
	}
	return reference
}

var intervalUnits = []string{"MINUTES", "HOURS", "DAYS", "WEEKS"}
