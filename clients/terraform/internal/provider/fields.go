package provider

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// field is one attribute of a resource. Its name in snake_case is that of the API's member in camelCase.
type field struct {
	schema.Attribute
	// member is the API's name where it is another.
	member string
	// isFixed: another value means another resource.
	isFixed bool
	// isKept: the API does not return it; the state keeps what was planned or what the creation returned.
	isKept bool
	// isValue: an empty one is a value too, and not the same as none.
	isValue bool
	// isLocal: it is never sent as a member of the body.
	isLocal bool
	// isDerived: without one the API answers what it takes instead, which the configuration does not decide.
	isDerived bool
	// canonical is how the API spells a text, where it accepts several spellings.
	canonical func(text string) string
}

// fields are the attributes of a resource by name.
type fields map[string]field

var (
	replaceText = []planmodifier.String{stringplanmodifier.RequiresReplace()}
	keepText    = []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
)

// parent is a part of the address, such as the project that something belongs to.
func parent(description string) field {
	return field{isFixed: true, isKept: true, isLocal: true, Attribute: schema.StringAttribute{
		Required: true, Description: description, PlanModifiers: replaceText,
	}}
}

var projectID = parent("The project it belongs to.")

// fixedText is required, and another value makes another resource.
func fixedText(description string, values ...string) field {
	return field{isFixed: true, Attribute: schema.StringAttribute{
		Required: true, Description: described(description, values), PlanModifiers: replaceText, Validators: oneOf(values),
	}}
}

// serverID is given by the server when the resource is created.
func serverID(description, member string) field {
	return field{member: member, isFixed: true, isLocal: true, Attribute: schema.StringAttribute{
		Computed: true, Description: description, PlanModifiers: keepText,
	}}
}

func requiredText(description string, values ...string) field {
	return field{Attribute: schema.StringAttribute{
		Required: true, Description: described(description, values), Validators: oneOf(values),
	}}
}

func optionalText(description string) field {
	return field{Attribute: schema.StringAttribute{Optional: true, Description: description}}
}

// textOr has this value where the configuration has none.
func textOr(fallback, description string, values ...string) field {
	return field{Attribute: schema.StringAttribute{
		Optional: true, Computed: true, Description: described(description, values),
		Default: stringdefault.StaticString(fallback), Validators: oneOf(values),
	}}
}

// spelt accepts every spelling that the API accepts.
func spelt(canonical func(text string) string, one field) field {
	one.canonical = canonical
	return one
}

// serverText is chosen by the server where the configuration has none, and stays then.
func serverText(description string, values ...string) field {
	return field{Attribute: schema.StringAttribute{
		Optional: true, Computed: true, Description: described(description, values),
		PlanModifiers: keepText, Validators: oneOf(values),
	}}
}

func flagOr(fallback bool, description string) field {
	return field{Attribute: schema.BoolAttribute{
		Optional: true, Computed: true, Description: description, Default: booldefault.StaticBool(fallback),
	}}
}

// serverFlag is chosen by the server where the configuration has none, and stays then.
func serverFlag(description string) field {
	return field{Attribute: schema.BoolAttribute{
		Optional: true, Computed: true, Description: description,
		PlanModifiers: []planmodifier.Bool{boolplanmodifier.UseStateForUnknown()},
	}}
}

func wholeOr(fallback int64, description string) field {
	return field{Attribute: schema.Int64Attribute{
		Optional: true, Computed: true, Description: description, Default: int64default.StaticInt64(fallback),
		Validators: []validator.Int64{int64validator.AtLeast(0)},
	}}
}

func optionalWhole(description string) field {
	return field{Attribute: schema.Int64Attribute{
		Optional: true, Description: description, Validators: []validator.Int64{int64validator.AtLeast(1)},
	}}
}

// secretText is taken from the configuration alone: no plan and no state has it.
func secretText(description string, isRequired bool) field {
	return field{isLocal: true, isKept: true, Attribute: schema.StringAttribute{
		Required: isRequired, Optional: !isRequired, WriteOnly: true, Sensitive: true, Description: description,
	}}
}

// secretVersion is what a plan can see of a secret: another number sends the secret again.
func secretVersion(of string) field {
	return field{isLocal: true, isKept: true, Attribute: schema.Int64Attribute{
		Optional: true, Description: "Raise it whenever `" + of + "` changes: no plan sees the value itself.",
	}}
}

// shownOnce is a secret that only the creation returns.
func shownOnce(description string) field {
	return field{isLocal: true, isKept: true, Attribute: schema.StringAttribute{
		Computed: true, Sensitive: true, Description: description, PlanModifiers: keepText,
	}}
}

func optionalMap(element attr.Type, description string) field {
	return field{Attribute: schema.MapAttribute{Optional: true, ElementType: element, Description: description}}
}

var rows = types.ListType{ElemType: types.ListType{ElemType: types.StringType}}

func nested(isRequired bool, description string, attributes map[string]schema.Attribute) field {
	return field{Attribute: schema.SingleNestedAttribute{
		Required: isRequired, Optional: !isRequired, Description: description, Attributes: attributes,
	}}
}

func oneOf(values []string) []validator.String {
	if len(values) == 0 {
		return nil
	}
	return []validator.String{stringvalidator.OneOf(values...)}
}

func described(description string, values []string) string {
	for i, value := range values {
		separator := ", "
		if i == 0 {
			separator = " One of "
		} else if i == len(values)-1 {
			separator = " or "
		}
		description += separator + "`" + value + "`"
	}
	if len(values) > 0 {
		description += "."
	}
	return description
}
