// Reads manifests from the standard input and says which of them Kubernetes would refuse: kinds that do not exist, fields
// that a kind does not have, values of another type. Kinds of extensions are named and passed.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/kubernetes/scheme"
)

func main() {
	decoder := serializer.NewCodecFactory(scheme.Scheme, serializer.EnableStrict).UniversalDeserializer()
	documents := yaml.NewYAMLReader(bufio.NewReader(os.Stdin))
	refused := 0
	for {
		document, err := documents.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println("refused:", err)
			os.Exit(1)
		}
		object, kind, err := decoder.Decode(document, nil, nil)
		switch {
		case runtime.IsMissingKind(err):
			continue // a comment between two separators
		case runtime.IsNotRegisteredError(err):
			fmt.Println("extension:", err)
		case err != nil:
			fmt.Println("refused:", kind, err)
			refused++
		default:
			fmt.Println("accepted:", object.GetObjectKind().GroupVersionKind())
		}
	}
	if refused > 0 {
		os.Exit(1)
	}
}
