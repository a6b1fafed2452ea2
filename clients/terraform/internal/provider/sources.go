package provider

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"terraform-provider-headrace/internal/api"
)

// source is what the data sources of a kind share.
type source struct {
	kind
	client *api.Client
}

func (s *source) Configure(_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	s.client, _ = req.ProviderData.(*api.Client) // nil while the configuration is only validated
}

// single is one resource, found by its key or by the attribute `lookup`.
type single struct{ source }

// list is all resources of a kind, or all that belong to the same parents.
type list struct{ source }

// hasSource: what is read alone is worth a data source where there are several of it.
func (k kind) hasSource() bool { return k.plural != "" || k.name == "repository" }

// isReadable: secrets and their versions are no part of what can be read.
func (k kind) isReadable(name string) bool {
	return !k.fields[name].isKept || slices.Contains(k.key, name)
}

// parents are the attributes of the list's address.
func (k kind) parents() []string {
	found := []string{}
	for _, name := range k.key {
		if strings.Contains(k.collection, "{"+name+"}") {
			found = append(found, name)
		}
	}
	return found
}

func (s *single) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + s.name
}

func (s *single) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{Description: s.summary, Attributes: s.sourceAttributes()}
}

func (k kind) sourceAttributes() map[string]schema.Attribute {
	made := map[string]schema.Attribute{}
	for _, name := range sorted(k.fields) {
		description := k.fields[name].GetDescription()
		switch {
		case !k.isReadable(name):
		case k.lookup != "" && (name == k.lookup || name == k.key[0]):
			made[name] = schema.StringAttribute{Optional: true, Computed: true, Description: description + " Give this or `" + k.other(name) + "`."}
		case slices.Contains(k.key, name):
			made[name] = schema.StringAttribute{Required: true, Description: description}
		default:
			made[name] = computed(k.fields[name].GetType(), description)
		}
	}
	return made
}

// other is the other one of the two attributes by which it can be found.
func (k kind) other(name string) string {
	if name == k.lookup {
		return k.key[0]
	}
	return k.lookup
}

func (s *single) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	value, err := s.find(ctx, req.Config.Raw)
	if err == nil {
		resp.State.Raw, err = picked(value, resp.State.Raw.Type())
	}
	report(&resp.Diagnostics, "Could not read "+s.name, err)
}

func (s *single) find(ctx context.Context, config tftypes.Value) (tftypes.Value, error) {
	given := membersOf(config)
	if s.lookup != "" && given[s.key[0]].IsNull() {
		return s.findByName(ctx, given[s.lookup])
	}
	known := map[string]tftypes.Value{}
	for name, of := range s.objectType(ctx).AttributeTypes {
		known[name] = tftypes.NewValue(of, nil)
		if s.fields[name].isDerived {
			known[name] = tftypes.NewValue(of, tftypes.UnknownValue) // it is shown here
		}
		if slices.Contains(s.key, name) {
			known[name] = given[name]
		}
	}
	reader := managed{kind: s.kind, client: s.client}
	value, _, err := reader.read(ctx, tftypes.NewValue(s.objectType(ctx), known))
	return value, err
}

// findByName reads the list, whose filter finds parts of names too.
func (s *single) findByName(ctx context.Context, wanted tftypes.Value) (tftypes.Value, error) {
	var name string
	if wanted.IsNull() || wanted.As(&name) != nil {
		return wanted, fmt.Errorf("give %s or %s", s.key[0], s.lookup)
	}
	items, err := s.client.List(ctx, s.collection+"?name="+url.QueryEscape(name))
	if err != nil {
		return wanted, err
	}
	for _, item := range items {
		if got, _ := item.(wire); got[s.memberOf(s.lookup)] == name {
			return s.stateOf(ctx, got, tftypes.Value{})
		}
	}
	return wanted, fmt.Errorf("there is no %s with the name %q", s.name, name)
}

// picked is the part of a resource that a data source shows.
func picked(from tftypes.Value, of tftypes.Type) (tftypes.Value, error) {
	object, isObject := of.(tftypes.Object)
	if !isObject {
		return from, fmt.Errorf("a data source is an object, not %s", of)
	}
	made, all := map[string]tftypes.Value{}, membersOf(from)
	for name := range object.AttributeTypes {
		made[name] = all[name]
	}
	return tftypes.NewValue(object, made), nil
}

func (l *list) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + l.plural
}

func (l *list) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	items := map[string]schema.Attribute{}
	for _, name := range sorted(l.fields) {
		if l.isReadable(name) && !slices.Contains(l.parents(), name) {
			items[name] = computed(l.fields[name].GetType(), l.fields[name].GetDescription())
		}
	}
	all := map[string]schema.Attribute{l.plural: schema.ListNestedAttribute{
		Computed: true, Description: "All of them, from every page.",
		NestedObject: schema.NestedAttributeObject{Attributes: items},
	}}
	for _, name := range l.parents() {
		all[name] = schema.StringAttribute{Required: true, Description: l.fields[name].GetDescription()}
	}
	resp.Schema = schema.Schema{Description: "Lists what `headrace_" + l.name + "` manages.", Attributes: all}
}

func (l *list) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	value, err := l.all(ctx, req.Config.Raw)
	if err == nil {
		resp.State.Raw = value
	}
	report(&resp.Diagnostics, "Could not list "+l.plural, err)
}

func (l *list) all(ctx context.Context, config tftypes.Value) (tftypes.Value, error) {
	path, err := filled(l.collection, config)
	if err != nil {
		return config, err
	}
	items, err := l.client.List(ctx, path)
	if err != nil {
		return config, err
	}
	made := membersOf(config)
	of, _ := made[l.plural].Type().(tftypes.List)
	found := make([]tftypes.Value, len(items))
	for i, item := range items {
		got, _ := item.(wire)
		value, err := l.stateOf(ctx, got, tftypes.Value{})
		if err != nil {
			return config, err
		}
		if found[i], err = picked(value, of.ElementType); err != nil {
			return config, err
		}
	}
	made[l.plural] = tftypes.NewValue(of, found)
	return tftypes.NewValue(config.Type(), made), nil
}

// computed is an attribute that is only read.
func computed(of attr.Type, description string) schema.Attribute {
	switch of := of.(type) {
	case basetypes.BoolType:
		return schema.BoolAttribute{Computed: true, Description: description}
	case basetypes.Int64Type:
		return schema.Int64Attribute{Computed: true, Description: description}
	case basetypes.NumberType:
		return schema.NumberAttribute{Computed: true, Description: description}
	case basetypes.ListType:
		return schema.ListAttribute{Computed: true, Description: description, ElementType: of.ElemType}
	case basetypes.SetType:
		return schema.SetAttribute{Computed: true, Description: description, ElementType: of.ElemType}
	case basetypes.MapType:
		return schema.MapAttribute{Computed: true, Description: description, ElementType: of.ElemType}
	case basetypes.ObjectType:
		return schema.ObjectAttribute{Computed: true, Description: description, AttributeTypes: of.AttrTypes}
	}
	return schema.StringAttribute{Computed: true, Description: description}
}
