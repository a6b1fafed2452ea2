// Writes the reference of the provider's resources into the documentation.
package main

import (
	"log"
	"os"

	"terraform-provider-headrace/internal/provider"
)

func main() {
	if err := os.WriteFile(os.Args[1], []byte(provider.Reference()), 0o644); err != nil {
		log.Fatal(err)
	}
}
