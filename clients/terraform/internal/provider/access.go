package provider

import (
	"context"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-headrace/internal/api"
)

var (
	projectRoles      = []string{"ADMIN", "CONTRIBUTOR", "READ_ONLY"}
	environmentAccess = []string{"ADMIN", "RUNNER", "READ_ONLY", "NO_ACCESS"}
	accountRoles      = []string{"SUPER_ADMIN", "USER"}
)

var projectMember = kind{
	name: "project_member", plural: "project_members",
	summary:    "The role of a user or a group in one project.",
	collection: "/v1/projects/{project_id}/members", one: "/v1/projects/{project_id}/members/{id}",
	key: []string{"project_id", "id"}, change: http.MethodPut, isPut: true, isUpsert: true,
	fields: fields{
		"project_id": projectID,
		"id":         {isFixed: true, isLocal: true, Attribute: fixedText("The id of the user or group.").Attribute},
		"role":       requiredText("The role.", projectRoles...),
	},
	example: `project_id = headrace_project.sales.id
  id         = data.headrace_group.analysts.id
  role       = "CONTRIBUTOR"`,
}

var environmentMember = kind{
	name: "environment_member", plural: "environment_members",
	summary:    "The access of a user or a group to one environment.",
	collection: "/v1/projects/{project_id}/environments/{environment_name}/members",
	one:        "/v1/projects/{project_id}/environments/{environment_name}/members/{id}",
	key:        []string{"project_id", "environment_name", "id"}, change: http.MethodPut, isPut: true, isUpsert: true,
	fields: fields{
		"project_id":       projectID,
		"environment_name": parent("The environment."),
		"id":               {isFixed: true, isLocal: true, Attribute: fixedText("The id of the user or group.").Attribute},
		"access":           requiredText("The access.", environmentAccess...),
	},
	example: `project_id       = headrace_project.sales.id
  environment_name = headrace_environment.production.name
  id               = data.headrace_group.analysts.id
  access           = "RUNNER"`,
}

// rolesOf declares all roles of a user or a group at once.
func rolesOf(whose string) kind {
	return kind{
		name: whose + "_roles",
		summary: "All roles of a " + whose + " together: what is not written here is taken away. Use it, or `headrace_project_member` " +
			"and `headrace_environment_member`, and not both for one " + whose + ".",
		one: "/v1/" + whose + "s/{" + whose + "_id}/roles", key: []string{whose + "_id"}, change: http.MethodPut, isPut: true,
		fields: fields{
			whose + "_id":         parent("The id of the " + whose + ": `data.headrace_" + whose + "` finds it by its name."),
			"account_role":        textOr("USER", "The role in the installation.", accountRoles...),
			"account_permissions": accountPermissions,
			"project_roles":       projectGrants,
			"environment_access":  environmentGrants,
		},
		toCreate: func(_ context.Context, _ *api.Client, wanted wire) (wire, error) { return rolesBody(wanted), nil },
		toChange: func(_ context.Context, _ *api.Client, _, wanted wire) (wire, error) { return rolesBody(wanted), nil },
		emptied:  rolesBody(wire{"accountRole": "USER"}),
		example: whose + `_id = data.headrace_` + whose + `.analysts.id
  project_roles = [{ project_id = headrace_project.sales.id, role = "READ_ONLY" }]`,
	}
}

var accountPermissions = field{Attribute: schema.SetAttribute{
	Optional: true, ElementType: types.StringType,
	Description: "What it may do in the installation beside its role: `PROJECT_CREATOR`.",
}}

var projectGrants = grants("Roles in projects.", map[string]schema.Attribute{
	"project_id": schema.StringAttribute{Required: true, Description: "The project."},
	"role": schema.StringAttribute{
		Required: true, Description: described("The role.", projectRoles), Validators: oneOf(projectRoles),
	},
})

var environmentGrants = grants("Access to environments.", map[string]schema.Attribute{
	"project_id":       schema.StringAttribute{Required: true, Description: "The project."},
	"environment_name": schema.StringAttribute{Required: true, Description: "The environment."},
	"access": schema.StringAttribute{
		Required: true, Description: described("The access.", environmentAccess), Validators: oneOf(environmentAccess),
	},
})

func grants(description string, attributes map[string]schema.Attribute) field {
	return field{Attribute: schema.SetNestedAttribute{
		Optional: true, Description: description, NestedObject: schema.NestedAttributeObject{Attributes: attributes},
	}}
}

// rolesBody has every member: one that is left out would keep what the API has.
func rolesBody(wanted wire) wire {
	body := wire{"accountRole": wanted["accountRole"]}
	for _, name := range []string{"accountPermissions", "projectRoles", "environmentAccess"} {
		body[name] = []any{}
		if given, is := wanted[name]; is {
			body[name] = given
		}
	}
	return body
}

var apiCredential = kind{
	name: "api_credential", plural: "api_credentials",
	summary: "An API credential with all its roles. Its secret is in the state, as a sensitive value, because the API shows it " +
		"only once; protect the state. After an import it is empty.",
	collection: "/v1/api-credentials", one: "/v1/api-credentials/{client_id}", key: []string{"client_id"}, change: http.MethodPatch,
	fields: fields{
		"client_id":           serverID("The client id.", ""),
		"client_secret":       shownOnce("The client secret."),
		"name":                requiredText("What uses it."),
		"account_role":        textOr("USER", "The role in the installation.", accountRoles...),
		"account_permissions": accountPermissions,
		"project_roles":       projectGrants,
		"environment_access":  environmentGrants,
		"expires_at":          optionalText("When it ends (RFC 3339); never by default."),
	},
	toChange: func(_ context.Context, _ *api.Client, changed, _ wire) (wire, error) {
		body := wire{}
		for _, name := range []string{"name", "expiresAt"} {
			if value, is := changed[name]; is {
				body[name] = value
			}
		}
		return body, nil
	},
	afterChange: changeRoles,
	example: `name          = "deploy"
  project_roles = [{ project_id = headrace_project.sales.id, role = "CONTRIBUTOR" }]`,
}

// changeRoles: the roles of a credential have an address of their own.
func changeRoles(ctx context.Context, client *api.Client, changed, wanted wire) error {
	isChange := false
	for _, name := range []string{"accountRole", "accountPermissions", "projectRoles", "environmentAccess"} {
		_, is := changed[name]
		isChange = isChange || is
	}
	if !isChange {
		return nil
	}
	path := "/v1/api-credentials/" + wanted["clientId"].(string) + "/roles"
	now, err := client.Do(ctx, api.Request{Method: http.MethodGet, Path: path})
	if err != nil {
		return err
	}
	match := map[string]string{"If-Match": now.ETag}
	_, err = client.Do(ctx, api.Request{Method: http.MethodPut, Path: path, Body: rolesBody(wanted), Headers: match})
	return err
}
