package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"terraform-provider-headrace/internal/api"
)

// ModifyPlan warns of what is deleted with a resource, which a plan does not show otherwise: it may be of no configuration.
func (m *managed) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if m.client == nil || req.State.Raw.IsNull() || !m.isReplaced(req.State.Raw, req.Plan.Raw) {
		return
	}
	if lost := m.lostWith(ctx, req.State.Raw); len(lost) > 0 {
		detail := fmt.Sprintf("The server deletes with it: %s.", strings.Join(lost, ", "))
		if !req.Plan.Raw.IsNull() {
			detail += " What this configuration manages of them is missing in the next plan: apply again then."
		}
		resp.Diagnostics.AddWarning("More is deleted with this "+m.name, detail)
	}
}

// isReplaced: it is not wanted any more, or another one is.
func (m *managed) isReplaced(state, plan tftypes.Value) bool {
	before, after := membersOf(state), membersOf(plan)
	for _, name := range m.key {
		if !before[name].Equal(after[name]) {
			return true
		}
	}
	return false
}

// lostWith are phrases such as "schedules (2)". What cannot be counted is left out: the application says what is wrong.
func (m *managed) lostWith(ctx context.Context, state tftypes.Value) []string {
	lost := []string{}
	for _, what := range sorted(m.goesWith) {
		address, err := filled(m.goesWith[what], state)
		if err != nil {
			continue
		}
		answer, err := m.client.Do(ctx, api.Request{Method: http.MethodGet, Path: address})
		list, _ := answer.Body.(wire)
		if total, is := list["total"].(json.Number); err == nil && is && total != "0" {
			lost = append(lost, fmt.Sprintf("%s (%s)", what, total))
		}
	}
	return lost
}
