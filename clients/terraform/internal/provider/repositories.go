package provider

import (
	"context"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/mapplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-headrace/internal/api"
)

const tokenHeader = "Git-Provider-Access-Token"

var repository = kind{
	name: "repository",
	summary: "The repository of a project. Deleting it ends the association and leaves the repository where it is; only a hosted " +
		"one is Headrace's own. To move a project to another provider, migrate it (`headrace migrate-repo`) and import the result.",
	collection: "/v1/projects/{project_id}/repositories", one: "/v1/projects/{project_id}/repositories",
	key: []string{"project_id"},
	fields: fields{
		"project_id": projectID,
		"provider_name": {member: "provider", isFixed: true,
			Attribute: fixedText("Who hosts it.", "hosted", "git", "github", "gitlab", "azure-devops").Attribute},
		"repository_name": {isFixed: true, Attribute: schema.StringAttribute{
			Optional: true, Computed: true, Description: "Its name; by default the last part of its address.",
			PlanModifiers: append(keepText, replaceText...),
		}},
		"provider_parameters": {isFixed: true, Attribute: schema.MapAttribute{
			Optional: true, ElementType: types.StringType,
			Description:   "Where it is: `url` for git, `ownerName` for github, `repositoryId` for gitlab, and so on.",
			PlanModifiers: []planmodifier.Map{mapplanmodifier.RequiresReplace()},
		}},
		"access_token_wo":         secretText("The token of the provider. GitLab's is rotated at once: each works for one version.", false),
		"access_token_wo_version": secretVersion("access_token_wo"),
		"clone_url": {isLocal: true, Attribute: schema.StringAttribute{
			Computed: true, Description: "Where a hosted repository is cloned from.", PlanModifiers: keepText,
		}},
	},
	headers: func(wanted wire) map[string]string {
		if token, is := wanted["accessTokenWo"].(string); is {
			return map[string]string{tokenHeader: token}
		}
		return nil
	},
	afterChange: func(ctx context.Context, client *api.Client, changed, wanted wire) error {
		token, isThere := wanted["accessTokenWo"].(string)
		if _, isNew := changed["accessTokenWoVersion"]; !isNew || !isThere {
			return nil
		}
		path := "/v1/projects/" + wanted["projectId"].(string) + "/repositories/access-token"
		headers := map[string]string{tokenHeader: token}
		_, err := client.Do(ctx, api.Request{Method: http.MethodPut, Path: path, Headers: headers})
		return err
	},
	example: `project_id    = headrace_project.sales.id
  provider_name = "hosted"`,
}

var publication = kind{
	name:       "automatic_publication",
	summary:    "Publishes every new commit of a branch to an environment.",
	collection: "/v1/projects/{project_id}/repositories/publications",
	one:        "/v1/projects/{project_id}/repositories/publications/{environment_name}",
	key:        []string{"project_id", "environment_name"}, isUpsert: true,
	fields: fields{
		"project_id":       projectID,
		"environment_name": fixedText("The environment."),
		"branch":           fixedText("The branch."),
	},
	example: `project_id       = headrace_project.sales.id
  environment_name = headrace_environment.production.name
  branch           = "main"`,
}
