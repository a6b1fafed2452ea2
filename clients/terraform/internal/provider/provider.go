// Package provider declares the resources and data sources of Headrace.
package provider

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-headrace/internal/api"
)

// kinds are all resources; each is one line here.
var kinds = []kind{
	apiCredential, connection, connectionOverride, environment, environmentMember, publication, project, projectMember,
	repository, rolesOf("group"), rolesOf("user"), runner, runnerAllowList, schedule, secret, variable, variableOverride,
}

type headrace struct{ version string }

var _ provider.ProviderWithEphemeralResources = (*headrace)(nil)

// New is the provider in one version.
func New(version string) func() provider.Provider {
	return func() provider.Provider { return &headrace{version} }
}

func (h *headrace) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName, resp.Version = "headrace", h.version
}

func (h *headrace) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		Description: "Manages a Headrace installation through its API.",
		Attributes: map[string]schema.Attribute{
			"url":           schema.StringAttribute{Optional: true, Description: "The address of the installation, or `HEADRACE_URL`. A path in it is what the API is below."},
			"base_path":     schema.StringAttribute{Optional: true, Description: "What the API is below; the path of the address by default, or `/api` where that has none."},
			"client_id":     schema.StringAttribute{Optional: true, Description: "The client id of an API credential, or `HEADRACE_CLIENT_ID`."},
			"client_secret": schema.StringAttribute{Optional: true, Sensitive: true, Description: "Its secret, or `HEADRACE_CLIENT_SECRET`."},
			"token":         schema.StringAttribute{Optional: true, Sensitive: true, Description: "A personal access token in place of both, or `HEADRACE_TOKEN`."},
		},
	}
}

type settings struct {
	URL          types.String `tfsdk:"url"`
	BasePath     types.String `tfsdk:"base_path"`
	ClientID     types.String `tfsdk:"client_id"`
	ClientSecret types.String `tfsdk:"client_secret"`
	Token        types.String `tfsdk:"token"`
}

// unknown are the attributes whose values depend on what is not applied yet. The environment does not stand in for them.
func (s settings) unknown() []string {
	found := []string{}
	for name, value := range map[string]types.String{
		"url": s.URL, "base_path": s.BasePath, "client_id": s.ClientID, "client_secret": s.ClientSecret, "token": s.Token,
	} {
		if value.IsUnknown() {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return found
}

// config takes from the environment what the block does not say. A token is taken from there only where the block has no
// credential: it may be there for something else.
func (s settings) config() api.Config {
	config := api.Config{
		URL:          cmp.Or(s.URL.ValueString(), os.Getenv("HEADRACE_URL")),
		BasePath:     s.BasePath.ValueString(),
		ClientID:     cmp.Or(s.ClientID.ValueString(), os.Getenv("HEADRACE_CLIENT_ID")),
		ClientSecret: cmp.Or(s.ClientSecret.ValueString(), os.Getenv("HEADRACE_CLIENT_SECRET")),
		Token:        s.Token.ValueString(),
	}
	if s.ClientID.ValueString() == "" && s.ClientSecret.ValueString() == "" {
		config.Token = cmp.Or(config.Token, os.Getenv("HEADRACE_TOKEN"))
	}
	return config
}

func (h *headrace) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	var given settings
	if resp.Diagnostics.Append(req.Config.Get(ctx, &given)...); resp.Diagnostics.HasError() {
		return
	}
	if unknown := given.unknown(); len(unknown) > 0 {
		// What is only planned to be created needs no server yet.
		client := api.Unusable(fmt.Errorf("the server cannot be asked: %s of the provider is known only after apply", strings.Join(unknown, ", ")))
		resp.ResourceData, resp.DataSourceData, resp.EphemeralResourceData = client, client, client
		return
	}
	config := given.config()
	config.UserAgent = "terraform-provider-headrace/" + h.version
	if config.Token == "" && (config.ClientID == "" || config.ClientSecret == "") {
		resp.Diagnostics.AddError("No credentials", "Set client_id and client_secret, or token, or the environment variables "+
			"HEADRACE_CLIENT_ID and HEADRACE_CLIENT_SECRET, or HEADRACE_TOKEN.")
		return
	}
	client, err := api.New(config)
	if err != nil {
		resp.Diagnostics.AddError("The address of the installation is wrong (url, HEADRACE_URL)", err.Error())
		return
	}
	resp.ResourceData, resp.DataSourceData, resp.EphemeralResourceData = client, client, client
}

func (h *headrace) Resources(context.Context) []func() resource.Resource {
	made := []func() resource.Resource{}
	for _, one := range kinds {
		made = append(made, func() resource.Resource { return &managed{kind: one} })
	}
	return made
}

func (h *headrace) DataSources(context.Context) []func() datasource.DataSource {
	made := []func() datasource.DataSource{}
	for _, one := range directoryKinds {
		made = append(made, func() datasource.DataSource { return &directory{kind: one} })
	}
	for _, one := range kinds {
		if one.hasSource() {
			made = append(made, func() datasource.DataSource { return &single{source{kind: one}} })
		}
		if one.plural != "" {
			made = append(made, func() datasource.DataSource { return &list{source{kind: one}} })
		}
	}
	return made
}

func (h *headrace) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{func() ephemeral.EphemeralResource { return &runnerCredential{} }}
}

func sorted[T any](of map[string]T) []string { return slices.Sorted(maps.Keys(of)) }
