package provider

import (
	"context"
	"net/http"
	"net/url"

	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terraform-provider-headrace/internal/api"
)

// runnerCredential hands the credential of a runner to what starts it, past every plan and state.
type runnerCredential struct{ client *api.Client }

var _ ephemeral.EphemeralResourceWithConfigure = (*runnerCredential)(nil)

type runnerCredentialData struct {
	RunnerID     types.String `tfsdk:"runner_id"`
	ClientID     types.String `tfsdk:"client_id"`
	ClientSecret types.String `tfsdk:"client_secret"`
}

func (r *runnerCredential) Metadata(_ context.Context, req ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_runner_credential"
}

func (r *runnerCredential) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = schema.Schema{
		Description: "The credential with which a runner connects. It is in no plan and in no state; hand it to a write-only attribute.",
		Attributes: map[string]schema.Attribute{
			"runner_id":     schema.StringAttribute{Required: true, Description: "The runner."},
			"client_id":     schema.StringAttribute{Computed: true, Description: "Its client id."},
			"client_secret": schema.StringAttribute{Computed: true, Sensitive: true, Description: "Its client secret."},
		},
	}
}

func (r *runnerCredential) Configure(_ context.Context, req ephemeral.ConfigureRequest, _ *ephemeral.ConfigureResponse) {
	r.client, _ = req.ProviderData.(*api.Client)
}

func (r *runnerCredential) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var data runnerCredentialData
	if resp.Diagnostics.Append(req.Config.Get(ctx, &data)...); resp.Diagnostics.HasError() {
		return
	}
	address := "/v1/agents/" + url.PathEscape(data.RunnerID.ValueString()) + "/credentials"
	answer, err := r.client.Do(ctx, api.Request{Method: http.MethodGet, Path: address})
	if err != nil {
		report(&resp.Diagnostics, "Could not read the credential of the runner", err)
		return
	}
	got, _ := answer.Body.(wire)
	clientID, _ := got["clientId"].(string)
	clientSecret, _ := got["clientSecret"].(string)
	data.ClientID, data.ClientSecret = types.StringValue(clientID), types.StringValue(clientSecret)
	resp.Diagnostics.Append(resp.Result.Set(ctx, data)...)
}
