package provider

import (
	"context"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

func TestTheCredentialOfTheBlockComesBeforeTheEnvironment(t *testing.T) {
	t.Setenv("HEADRACE_TOKEN", "a token for something else")
	t.Setenv("HEADRACE_CLIENT_SECRET", "secret")
	if config := (settings{}).config(); config.Token != "a token for something else" {
		t.Errorf("the token of the environment is not used: %+v", config)
	}
	named := settings{ClientID: types.StringValue("id")}
	if config := named.config(); config.Token != "" || config.ClientID != "id" || config.ClientSecret != "secret" {
		t.Errorf("the credential of the block is not used: %+v", config)
	}
	named.Token = types.StringValue("own")
	if config := named.config(); config.Token != "own" {
		t.Errorf("the token of the block is not used: %+v", config)
	}
}

func TestTheEnvironmentDoesNotStandInForWhatIsUnknown(t *testing.T) {
	t.Setenv("HEADRACE_TOKEN", "a token for something else")
	server, err := providerserver.NewProtocol6WithError(New("test")())()
	if err != nil {
		t.Fatal(err)
	}
	text := tftypes.String
	names := []string{"url", "base_path", "client_id", "client_secret", "token"}
	of, values := map[string]tftypes.Type{}, map[string]tftypes.Value{}
	for _, name := range names {
		of[name], values[name] = text, tftypes.NewValue(text, nil)
	}
	values["url"] = tftypes.NewValue(text, "http://localhost:1")
	values["token"] = tftypes.NewValue(text, tftypes.UnknownValue)
	config, err := tfprotov6.NewDynamicValue(tftypes.Object{AttributeTypes: of}, tftypes.NewValue(tftypes.Object{AttributeTypes: of}, values))
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	if got, err := server.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{Config: &config}); err != nil || len(got.Diagnostics) > 0 {
		t.Errorf("a plan that asks for nothing fails: %v %v", got.Diagnostics, err)
	}
	read := tftypes.Object{AttributeTypes: project.objectType(ctx).AttributeTypes}
	known := stateWith(&managed{kind: project}, map[string]string{"id": "1"})
	state, err := tfprotov6.NewDynamicValue(read, known)
	if err != nil {
		t.Fatal(err)
	}
	got, err := server.ReadResource(ctx, &tfprotov6.ReadResourceRequest{TypeName: "headrace_project", CurrentState: &state})
	if err != nil || len(got.Diagnostics) != 1 || !strings.Contains(got.Diagnostics[0].Detail, "token of the provider is known only after apply") {
		t.Errorf("%v %v", got, err)
	}
}
