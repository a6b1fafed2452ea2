// The provider with which Terraform and OpenTofu manage Headrace.
package main

import (
	"context"
	"flag"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

	"terraform-provider-headrace/internal/provider"
)

// version is set by the linker when the provider is built.
var version = "dev"

func main() {
	debug := flag.Bool("debug", false, "wait for a debugger, and print how Terraform finds the provider")
	flag.Parse()
	options := providerserver.ServeOpts{Address: "registry.terraform.io/headrace/headrace", Debug: *debug}
	if err := providerserver.Serve(context.Background(), provider.New(version), options); err != nil {
		log.Fatal(err)
	}
}
