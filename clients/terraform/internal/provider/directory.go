package provider

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-headrace/internal/api"
)

// directoryKind is a user or a group: who they are is the directory's business, so that they are only found here.
type directoryKind struct{ name, attribute, path, member string }

var directoryKinds = []directoryKind{
	{"user", "user_name", "/v1/directory-integration/scim/v2/Users", "userName"},
	{"group", "display_name", "/v1/directory-integration/scim/v2/Groups", "displayName"},
}

// directory finds the id that roles are given to.
type directory struct {
	kind   directoryKind
	client *api.Client
}

func (d *directory) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + d.kind.name
}

func (d *directory) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		Description: "Finds a " + d.kind.name + " by its name.",
		Attributes: map[string]schema.Attribute{
			d.kind.attribute: schema.StringAttribute{Required: true, Description: "The name, in any case."},
			"id":             schema.StringAttribute{Computed: true, Description: "The id that roles are given to."},
		},
	}
}

func (d *directory) Configure(_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	d.client, _ = req.ProviderData.(*api.Client)
}

func (d *directory) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var name types.String
	if resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root(d.kind.attribute), &name)...); resp.Diagnostics.HasError() {
		return
	}
	id, err := d.find(ctx, name.ValueString())
	report(&resp.Diagnostics, "Could not find the "+d.kind.name, err)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(d.kind.attribute), name)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), id)...)
}

func (d *directory) find(ctx context.Context, name string) (string, error) {
	filter := url.Values{"filter": {d.kind.member + " eq " + strconv.Quote(name)}}
	answer, err := d.client.Do(ctx, api.Request{Method: http.MethodGet, Path: d.kind.path + "?" + filter.Encode()})
	if err != nil {
		return "", err
	}
	body, _ := answer.Body.(wire)
	found, _ := body["Resources"].([]any)
	if len(found) != 1 {
		return "", fmt.Errorf("%d have the name %q", len(found), name)
	}
	one, _ := found[0].(wire)
	id, _ := one["id"].(string)
	return id, nil
}
