package provider

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/resourcevalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"terraform-provider-headrace/internal/api"
)

// How often a change starts over because something else changed first.
const maxTurns = 5

// managed is a resource of one kind.
type managed struct {
	kind
	client *api.Client
}

var (
	_ resource.ResourceWithConfigure        = (*managed)(nil)
	_ resource.ResourceWithConfigValidators = (*managed)(nil)
	_ resource.ResourceWithImportState      = (*managed)(nil)
	_ resource.ResourceWithModifyPlan       = (*managed)(nil)
)

func (m *managed) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + m.name
}

func (m *managed) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{Description: m.summary, Attributes: m.attributes()}
}

func (m *managed) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	m.client, _ = req.ProviderData.(*api.Client) // nil while the configuration is only validated
}

func (m *managed) ConfigValidators(context.Context) []resource.ConfigValidator {
	if len(m.oneOf) == 0 {
		return nil
	}
	choices := make([]path.Expression, len(m.oneOf))
	for i, name := range m.oneOf {
		choices[i] = path.MatchRoot(name)
	}
	return []resource.ConfigValidator{resourcevalidator.ExactlyOneOf(choices...)}
}

func (m *managed) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	state, err := m.create(ctx, req.Plan.Raw, req.Config.Raw)
	if state.Type() != nil {
		resp.State.Raw = state
	}
	report(&resp.Diagnostics, "Could not create "+m.name, err)
}

func (m *managed) create(ctx context.Context, plan, config tftypes.Value) (tftypes.Value, error) {
	none := tftypes.Value{}
	wanted, err := m.wanted(plan, config)
	if err != nil {
		return none, err
	}
	body := m.bodyOf(wanted)
	if m.toCreate != nil {
		if body, err = m.toCreate(ctx, m.client, wanted); err != nil {
			return none, err
		}
	}
	request := api.Request{Method: http.MethodPost, Body: body}
	if m.headers != nil {
		request.Headers = m.headers(wanted)
	}
	request.Path = m.collection
	if m.isPut {
		request.Method, request.Path = http.MethodPut, m.one
	}
	if request.Path, err = filled(request.Path, plan); err != nil {
		return none, err
	}
	if err = m.mustBeFree(ctx, plan); err != nil {
		return none, err
	}
	made, err := m.send(ctx, request)
	if err != nil {
		return none, err
	}
	return m.created(ctx, plan, made)
}

// send is empty for an answer without a body.
func (m *managed) send(ctx context.Context, request api.Request) (wire, error) {
	answer, err := m.client.Do(ctx, request)
	made, _ := answer.Body.(wire)
	if err == nil && m.refusal != nil {
		err = m.refusal(made)
	}
	return made, err
}

// created reads what was made. It has a state even when that fails: what exists must not be forgotten.
func (m *managed) created(ctx context.Context, plan tftypes.Value, made wire) (tftypes.Value, error) {
	state, err := m.stateOf(ctx, made, plan)
	if err != nil {
		return tftypes.Value{}, err
	}
	read, _, err := m.read(ctx, state)
	if err != nil {
		return state, fmt.Errorf("it was created, and could not be read: %w", err)
	}
	return read, nil
}

// mustBeFree looks before a creation that would change what is there: it may be somebody else's.
func (m *managed) mustBeFree(ctx context.Context, plan tftypes.Value) error {
	if !m.isUpsert {
		return nil
	}
	found, _, err := m.read(ctx, plan)
	if err == nil && m.content != "" && isKnownEmpty(membersOf(found)[m.content]) {
		return nil
	}
	if err == nil {
		return errors.New("it exists already: import it to manage it here")
	}
	if isGone(err) {
		return nil
	}
	return err
}

// wanted is the plan with the secrets that only the configuration has.
func (m *managed) wanted(plan, config tftypes.Value) (wire, error) {
	wanted, err := m.wireOf(plan)
	if err != nil {
		return nil, err
	}
	configured, err := m.wireOf(config)
	for name, one := range m.fields {
		if secret, is := configured[m.memberOf(name)]; is && one.IsWriteOnly() {
			wanted[m.memberOf(name)] = secret
		}
	}
	return wanted, err
}

func (m *managed) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state, _, err := m.read(ctx, req.State.Raw)
	if isGone(err) {
		resp.State.RemoveResource(ctx)
		return
	}
	if err == nil {
		resp.State.Raw = state
	}
	report(&resp.Diagnostics, "Could not read "+m.name, err)
}

// errGone is what a list does not have any more.
var errGone = errors.New("it does not exist")

func isGone(err error) bool {
	return errors.Is(err, errGone) || api.IsNotFound(err)
}

func (m *managed) read(ctx context.Context, known tftypes.Value) (tftypes.Value, string, error) {
	address, err := filled(m.one, known)
	if err != nil {
		return known, "", err
	}
	answer, err := m.client.Do(ctx, api.Request{Method: http.MethodGet, Path: address})
	if err != nil {
		return known, "", err
	}
	got, _ := answer.Body.(wire)
	// What has no address of its own is a list of one.
	if results, isList := got["results"].([]any); isList {
		if len(results) == 0 {
			return known, "", errGone
		}
		got, _ = results[0].(wire)
	}
	state, err := m.stateOf(ctx, got, known)
	return state, answer.ETag, err
}

func (m *managed) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	state, err := m.update(ctx, req.Plan.Raw, req.Config.Raw, req.State.Raw)
	if err == nil {
		resp.State.Raw = state
	}
	report(&resp.Diagnostics, "Could not change "+m.name, err)
}

func (m *managed) update(ctx context.Context, plan, config, prior tftypes.Value) (tftypes.Value, error) {
	wanted, err := m.wanted(plan, config)
	if err != nil {
		return prior, err
	}
	changed, err := m.changes(plan, prior)
	if err != nil {
		return prior, err
	}
	body := m.bodyOf(changed)
	if m.change == http.MethodPut {
		body = m.bodyOf(wanted)
	}
	if m.toChange != nil {
		if body, err = m.toChange(ctx, m.client, changed, wanted); err != nil {
			return prior, err
		}
	}
	request := api.Request{Method: m.change, Path: cmp.Or(m.changeAt, m.one)}
	if len(body) > 0 {
		request.Body = body
	}
	if err = m.inTurn(ctx, prior, plan, config, request); err == nil && m.afterChange != nil {
		err = m.afterChange(ctx, m.client, changed, wanted)
	}
	if isGone(err) {
		err = fmt.Errorf("it was deleted after the plan was made, with its environment for instance: plan again to create it: %w", err)
	}
	if err != nil {
		return prior, err
	}
	state, _, err := m.read(ctx, plan)
	return state, err
}

// changes are the members that differ.
func (m *managed) changes(plan, prior tftypes.Value) (wire, error) {
	wanted, before := membersOf(plan), membersOf(prior)
	changed := wire{}
	for name, one := range m.fields {
		if one.IsWriteOnly() || !wanted[name].IsKnown() || wanted[name].Equal(before[name]) {
			continue
		}
		value, err := toWire(wanted[name])
		if err != nil {
			return nil, err
		}
		if value == nil {
			value = removed(wanted[name].Type())
		}
		changed[m.memberOf(name)] = value
	}
	return changed, nil
}

// removed is what the API takes for nothing: empty collections, and null for all else.
func removed(kind tftypes.Type) any {
	switch {
	case kind.Is(tftypes.Map{}):
		return wire{}
	case kind.Is(tftypes.List{}), kind.Is(tftypes.Set{}):
		return []any{}
	}
	return nil
}

// inTurn does what changes or removes the resource, unless it differs from what the plan was made of. A state that changes
// by itself, such as that of a runner, has a new ETag each time: then it starts over.
func (m *managed) inTurn(ctx context.Context, prior, plan, config tftypes.Value, request api.Request) error {
	address, err := filled(request.Path, prior)
	if err != nil {
		return err
	}
	request.Path = address
	for turn := 1; ; turn++ {
		now, etag, err := m.read(ctx, prior)
		if err != nil {
			return err
		}
		if differing := m.differing(prior, now, plan, config); len(differing) > 0 {
			return fmt.Errorf("%s changed after the plan was made: plan again to see it", strings.Join(differing, ", "))
		}
		if request.Body == nil && request.Method != http.MethodDelete {
			return nil // only what has an address of its own changed
		}
		request.Headers = map[string]string{"If-Match": etag}
		_, err = m.send(ctx, request)
		if !api.IsStatus(err, http.StatusPreconditionFailed) || turn == maxTurns {
			return err
		}
	}
}

// differing compares what the configuration decides; what the server chose may change at any time.
func (m *managed) differing(prior, now, plan, config tftypes.Value) []string {
	before, after, planned, configured := membersOf(prior), membersOf(now), membersOf(plan), membersOf(config)
	found := []string{}
	for _, name := range sorted(m.fields) {
		one := m.fields[name]
		isChosen := one.IsComputed() && configured[name].IsNull()
		isSame := before[name].Equal(after[name]) || isTakenAway(before[name], after[name], planned[name])
		if !one.isKept && !isChosen && !isSame {
			found = append(found, name)
		}
	}
	return found
}

// isTakenAway: a set or a map lacks only what the plan takes away too. Access to a project or to an environment is gone with it, and
// one that is not wanted any more is destroyed before what named it is changed.
func isTakenAway(before, after, planned tftypes.Value) bool {
	switch {
	case before.Type() == nil:
		return false
	case before.Type().Is(tftypes.Set{}):
		was, is, wanted := elementsOf(before), elementsOf(after), elementsOf(planned)
		isLeft := func(one tftypes.Value) bool { return slices.ContainsFunc(was, one.Equal) }
		isUnwanted := func(one tftypes.Value) bool {
			return slices.ContainsFunc(is, one.Equal) || !slices.ContainsFunc(wanted, one.Equal)
		}
		return all(is, isLeft) && all(was, isUnwanted)
	case before.Type().Is(tftypes.Map{}):
		was, is, wanted := membersOf(before), membersOf(after), membersOf(planned)
		isLeft := func(key string) bool { return was[key].Type() != nil && was[key].Equal(is[key]) }
		isUnwanted := func(key string) bool { return is[key].Type() != nil || wanted[key].Type() == nil }
		return all(sorted(is), isLeft) && all(sorted(was), isUnwanted)
	}
	return false
}

func all[T any](of []T, is func(T) bool) bool {
	return !slices.ContainsFunc(of, func(one T) bool { return !is(one) })
}

func (m *managed) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	request := api.Request{Method: http.MethodDelete, Path: cmp.Or(m.deleteAt, m.one)}
	if m.emptied != nil {
		request.Method, request.Body = http.MethodPut, m.emptied
	}
	if err := m.inTurn(ctx, req.State.Raw, tftypes.Value{}, tftypes.Value{}, request); !isGone(err) {
		report(&resp.Diagnostics, "Could not delete "+m.name, err)
	}
}

// ImportState takes the attributes of the key, divided by slashes; the last may have slashes itself.
func (m *managed) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	parts := strings.SplitN(req.ID, "/", len(m.key))
	if len(parts) < len(m.key) {
		expected := strings.ToUpper(strings.Join(m.key, "/"))
		resp.Diagnostics.AddError("This is no import id", fmt.Sprintf("%q: expected %s", req.ID, expected))
		return
	}
	for i, name := range m.key {
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(name), parts[i])...)
	}
}

// report says a conflict in words of its own: it is the one refusal that a plan cannot foresee.
func report(diagnostics *diag.Diagnostics, title string, err error) {
	switch {
	case err == nil:
	case api.IsStatus(err, http.StatusConflict):
		diagnostics.AddError(title+": conflict", err.Error())
	case api.IsStatus(err, http.StatusPreconditionFailed):
		diagnostics.AddError(title+": conflict", "It keeps changing: apply again.\n\n"+err.Error())
	default:
		diagnostics.AddError(title, err.Error())
	}
}
