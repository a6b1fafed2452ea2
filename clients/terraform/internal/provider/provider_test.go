package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"
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
