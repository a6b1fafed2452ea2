package provider

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"terraform-provider-headrace/internal/api"
)

// wire is an object as the API has it.
type wire = map[string]any

// kind declares a resource; what is the same for all of them is in resource.go and in data.go.
type kind struct {
	// name is without the provider's: project. plural is empty where the API has no list.
	name, plural string
	summary      string
	fields       fields
	// key holds the attributes that say which one it is, in the order of an import id.
	key []string
	// collection and one are paths below the API; {name} is the value of an attribute.
	collection, one string
	// change is the method of changes, or empty where every change makes another resource. changeAt and deleteAt are paths
	// where those of one do not serve.
	change, changeAt, deleteAt string
	// isPut: it is created by PUT at its own address. isUpsert: the creation would change what is there already, so that
	// nothing may be there yet.
	isPut, isUpsert bool
	// lookup is an attribute by which data sources find it too, through the filter `name` of the list.
	lookup string
	// content is an attribute: where it is empty, nothing is there, though it can be read.
	content string
	// goesWith is what the server deletes with it, and paths of lists of that.
	goesWith map[string]string
	// oneOf are attributes of which a configuration has exactly one.
	oneOf []string
	// example is the body of a block in the reference.
	example string

	// toCreate, toChange and fromRead translate where bodies differ from attributes; nil where they do not. toChange gets
	// what changed (null where it was removed) and what is wanted altogether.
	toCreate func(ctx context.Context, client *api.Client, wanted wire) (wire, error)
	toChange func(ctx context.Context, client *api.Client, changed, wanted wire) (wire, error)
	fromRead func(got wire) wire
	// headers are sent with the creation, from the whole configuration.
	headers func(wanted wire) map[string]string
	// afterChange changes what has an address of its own.
	afterChange func(ctx context.Context, client *api.Client, changed, wanted wire) error
	// refusal finds what was refused in an answer that is none.
	refusal func(got wire) error
	// emptied is what is put in its place where it cannot be deleted.
	emptied wire
}

func (k kind) attributes() map[string]schema.Attribute {
	made := map[string]schema.Attribute{}
	for name, one := range k.fields {
		made[name] = one.Attribute
	}
	return made
}

func (k kind) objectType(ctx context.Context) tftypes.Object {
	types := map[string]tftypes.Type{}
	for name, one := range k.fields {
		types[name] = one.GetType().TerraformType(ctx)
	}
	return tftypes.Object{AttributeTypes: types}
}

func (k kind) memberOf(name string) string {
	if member := k.fields[name].member; member != "" {
		return member
	}
	return memberOf(name)
}

// wireOf is all that is known of the attributes, under the names of the API.
func (k kind) wireOf(value tftypes.Value) (wire, error) {
	made := wire{}
	for name, member := range membersOf(value) {
		one, err := toWire(member)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if one != nil {
			made[k.memberOf(name)] = one
		}
	}
	return made, nil
}

// bodyOf leaves out what is no member of the body.
func (k kind) bodyOf(all wire) wire {
	made := wire{}
	for name, one := range k.fields {
		if value, is := all[k.memberOf(name)]; is && !one.isLocal {
			made[k.memberOf(name)] = value
		}
	}
	return made
}

// stateOf makes the state of what the API answered.
func (k kind) stateOf(ctx context.Context, got wire, prior tftypes.Value) (tftypes.Value, error) {
	if k.fromRead != nil {
		got = k.fromRead(got)
	}
	before := membersOf(prior)
	made := map[string]tftypes.Value{}
	for name, one := range k.fields {
		of := one.GetType().TerraformType(ctx)
		was := before[name]
		member, isThere := got[k.memberOf(name)]
		switch {
		case one.IsWriteOnly():
			made[name] = tftypes.NewValue(of, nil)
			continue
		case one.isKept && (!isThere || !was.IsNull()) && was.Type() != nil && was.IsKnown():
			made[name] = was
			continue
		case one.isDerived && was.Type() != nil && was.IsNull():
			made[name] = was
			continue
		case !isThere && slices.Contains(k.key, name) && !was.IsNull() && was.IsKnown():
			made[name] = was // an answer without a body
			continue
		case (one.IsComputed() || one.isValue) && was.IsNull():
			was = tftypes.Value{} // an import: an empty text is what the server says
		}
		value, err := fromWire(of, member, was)
		if err != nil {
			return tftypes.Value{}, fmt.Errorf("%s: %w", name, err)
		}
		if one.isSame(was, value) {
			value = was
		}
		made[name] = value
	}
	return tftypes.NewValue(k.objectType(ctx), made), nil
}

// isSame: both are texts that the API spells alike, so that the spelling of the configuration may stay.
func (f field) isSame(one, other tftypes.Value) bool {
	var first, second string
	if f.canonical == nil || one.Type() == nil || one.IsNull() || !one.IsKnown() || other.IsNull() {
		return false
	}
	return one.As(&first) == nil && other.As(&second) == nil && f.canonical(first) == f.canonical(second)
}

// filled is a path with the values of attributes in it.
func filled(path string, value tftypes.Value) (string, error) {
	for name, member := range membersOf(value) {
		if !strings.Contains(path, "{"+name+"}") {
			continue
		}
		var text string
		if member.IsNull() || !member.IsKnown() || member.As(&text) != nil || text == "" || text == "." || text == ".." {
			return "", fmt.Errorf("%s must have a value that can stand in an address", name)
		}
		path = strings.ReplaceAll(path, "{"+name+"}", strings.ReplaceAll(url.QueryEscape(text), "+", "%20"))
	}
	return path, nil
}
