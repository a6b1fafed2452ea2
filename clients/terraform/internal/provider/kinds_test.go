package provider

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

func TestEverySchemaIsValid(t *testing.T) {
	server, err := providerserver.NewProtocol6WithError(New("test")())()
	if err != nil {
		t.Fatal(err)
	}
	schemas, err := server.GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range schemas.Diagnostics {
		t.Errorf("%s: %s", one.Summary, one.Detail)
	}
	if len(schemas.ResourceSchemas) != len(kinds) {
		t.Errorf("%d of %d resources", len(schemas.ResourceSchemas), len(kinds))
	}
}

func TestEveryPartOfAnAddressIsAnAttribute(t *testing.T) {
	for _, one := range kinds {
		for _, path := range []string{one.collection, one.one, one.changeAt, one.deleteAt} {
			for _, part := range strings.Split(path, "{")[1:] {
				name, _, _ := strings.Cut(part, "}")
				if _, is := one.fields[name]; !is {
					t.Errorf("%s has no attribute %s", one.name, name)
				}
			}
		}
	}
}

// The reference is generated: go run ./internal/reference writes it.
func TestTheReferenceIsUpToDate(t *testing.T) {
	written, err := os.ReadFile("../../../../docs/reference/terraform.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(written) != Reference() {
		t.Error("docs/reference/terraform.md is stale: npm run test:terraform -- --write")
	}
}
