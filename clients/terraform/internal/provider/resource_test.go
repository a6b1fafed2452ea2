package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"terraform-provider-headrace/internal/api"
)

// aRunner is a server with one runner whose ETag changes with every heartbeat, as many times as it has beats.
func aRunner(t *testing.T, beats int) (*managed, *[]string) {
	t.Helper()
	tag := 0
	matches := []string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPatch {
			matches = append(matches, r.Header.Get("If-Match"))
			if tag < beats {
				tag++
				w.WriteHeader(http.StatusPreconditionFailed)
				return
			}
		}
		w.Header().Set("ETag", fmt.Sprintf("%q", fmt.Sprint(tag)))
		_ = json.NewEncoder(w).Encode(map[string]any{"agentId": "1", "name": "one", "description": "", "agentStatus": tag})
	}))
	t.Cleanup(server.Close)
	client, err := api.New(api.Config{URL: server.URL, Token: "token"})
	if err != nil {
		t.Fatal(err)
	}
	return &managed{kind: runner, client: client}, &matches
}

func stateWith(m *managed, texts map[string]string) tftypes.Value {
	of := m.objectType(context.Background())
	made := map[string]tftypes.Value{}
	for name, kind := range of.AttributeTypes {
		made[name] = tftypes.NewValue(kind, nil)
		if text, is := texts[name]; is {
			made[name] = tftypes.NewValue(kind, text)
		}
	}
	return tftypes.NewValue(of, made)
}

// anAnswer is a server that answers every request for one kind alike.
func anAnswer(t *testing.T, of kind, body wire) (*managed, *[]wire) {
	t.Helper()
	sent := []wire{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			var one wire
			_ = json.NewDecoder(r.Body).Decode(&one)
			sent = append(sent, one)
		}
		_ = json.NewEncoder(w).Encode(body)
	}))
	t.Cleanup(server.Close)
	client, err := api.New(api.Config{URL: server.URL, Token: "token"})
	if err != nil {
		t.Fatal(err)
	}
	return &managed{kind: of, client: client}, &sent
}

func TestAScheduleKeepsNoRunnerThatTheServerDerives(t *testing.T) {
	m, sent := anAnswer(t, schedule, wire{"scheduleId": "1", "runnerId": "one", "pipelineName": "load"})
	known := map[string]string{"project_id": "p", "id": "1", "pipeline_name": "./load.orch.yaml", "runner_id": "one"}
	before := stateWith(m, known)
	delete(known, "runner_id")
	state, err := m.update(context.Background(), stateWith(m, known), stateWith(m, known), before)
	if err != nil || !state.Equal(stateWith(m, known)) {
		t.Errorf("%v %v", state, err)
	}
	if !reflect.DeepEqual(*sent, []wire{{"runnerId": nil}}) {
		t.Errorf("sent %v", *sent)
	}
	shown, err := (&single{source{kind: schedule, client: m.client}}).find(context.Background(), before)
	if err != nil || !membersOf(shown)["runner_id"].Equal(tftypes.NewValue(tftypes.String, "one")) {
		t.Errorf("a data source shows %v (%v)", shown, err)
	}
}

func TestOnlyTheServerItselfSaysThatSomethingDoesNotExist(t *testing.T) {
	for body, isExpected := range map[string]bool{
		`{"type":"https://x/problems/not-found","detail":"Project 1 does not exist"}`:                   true,
		`{"type":"https://x/problems/not-found","detail":"There is no resource at /apx/v1/projects/1"}`: false,
		`default backend - 404`: false,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, body, http.StatusNotFound) }))
		t.Cleanup(server.Close)
		client, err := api.New(api.Config{URL: server.URL, Token: "token"})
		if err != nil {
			t.Fatal(err)
		}
		m := &managed{kind: project, client: client}
		if _, _, err := m.read(context.Background(), stateWith(m, map[string]string{"id": "1"})); isGone(err) != isExpected {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestAChangeOfWhatIsGoneSaysToPlanAgain(t *testing.T) {
	m, _ := anAnswer(t, environmentMember, wire{"results": []any{}})
	known := map[string]string{"project_id": "p", "environment_name": "e", "id": "1", "access": "RUNNER"}
	before := stateWith(m, known)
	known["access"] = "ADMIN"
	if _, err := m.update(context.Background(), stateWith(m, known), stateWith(m, known), before); !isGone(err) || !strings.Contains(err.Error(), "plan again") {
		t.Errorf("%v", err)
	}
}

func TestDefaultConnectionsAreReadInBothForms(t *testing.T) {
	m, _ := anAnswer(t, environment, wire{"name": "e", "defaultConnections": wire{
		"DWH": "warehouse", "files": wire{"connectionName": "bucket"}, "other": wire{"deep": nil}, "none": nil,
	}})
	state, _, err := m.read(context.Background(), stateWith(m, map[string]string{"project_id": "p", "name": "e"}))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := toWire(membersOf(state)["default_connections"]); err != nil || !reflect.DeepEqual(got, wire{"DWH": "warehouse", "files": "bucket"}) {
		t.Errorf("%v %v", got, err)
	}
}

func TestColumnsThatAreTakenOutOfAGridAreTakenFromTheServerToo(t *testing.T) {
	for member, columns := range map[string]any{"rows": []any{}, "text": nil} {
		body, err := variable.toChange(context.Background(), nil, wire{"columns": []any{}}, wire{member: []any{}})
		if err != nil || !reflect.DeepEqual(body["columns"], columns) {
			t.Errorf("%s: sent %v (%v)", member, body, err)
		}
	}
}

func TestASpellingThatTheAPIAcceptsStays(t *testing.T) {
	for given, canonical := range map[string]string{
		"/a/load.tran.yaml": "a/load", ".//load": "load", "load": "load", "load.yaml": "load.yaml",
	} {
		if got := pipelineName(given); got != canonical {
			t.Errorf("%s is %s", given, got)
		}
	}
	m, _ := anAnswer(t, runner, wire{"versionDetails": wire{"trackName": "stable"}})
	for given, kept := range map[string]string{"STABLE": "STABLE", "Stable": "Stable", "other": "stable"} {
		state, _, err := m.read(context.Background(), stateWith(m, map[string]string{"id": "1", "track_name": given}))
		if err != nil || !membersOf(state)["track_name"].Equal(tftypes.NewValue(tftypes.String, kept)) {
			t.Errorf("%s: %v %v", given, state, err)
		}
	}
}

func TestAnAllowListThatIsThereIsNotTakenOver(t *testing.T) {
	for _, one := range []struct {
		projects wire
		isFree   bool
	}{{wire{}, true}, {wire{"p": wire{}}, false}} {
		m, sent := anAnswer(t, runnerAllowList, wire{"projects": one.projects})
		plan := stateWith(m, map[string]string{"runner_id": "1"})
		if _, err := m.create(context.Background(), plan, plan); (err == nil) != one.isFree || (len(*sent) == 1) != one.isFree {
			t.Errorf("%v: %v, sent %v", one.projects, err, *sent)
		}
	}
}

func TestAStateThatChangesByItselfIsReadAgainForItsETag(t *testing.T) {
	m, matches := aRunner(t, 2)
	before := stateWith(m, map[string]string{"id": "1", "name": "one", "description": ""})
	plan := stateWith(m, map[string]string{"id": "1", "name": "one", "description": "new"})
	if _, err := m.update(context.Background(), plan, plan, before); err != nil {
		t.Fatal(err)
	}
	if expected := []string{`"0"`, `"1"`, `"2"`}; !reflect.DeepEqual(*matches, expected) {
		t.Errorf("If-Match: %q", *matches)
	}
}

func TestWhatKeepsChangingIsGivenUp(t *testing.T) {
	m, matches := aRunner(t, 1000)
	before := stateWith(m, map[string]string{"id": "1", "name": "one", "description": ""})
	plan := stateWith(m, map[string]string{"id": "1", "name": "one", "description": "new"})
	_, err := m.update(context.Background(), plan, plan, before)
	if !api.IsStatus(err, http.StatusPreconditionFailed) || len(*matches) != maxTurns {
		t.Errorf("after %d requests: %v", len(*matches), err)
	}
}

func TestAccessThatIsGoneWithItsEnvironmentStopsNoChangeThatTakesItAwayToo(t *testing.T) {
	access := func(names ...string) []any {
		made := make([]any, len(names))
		for i, name := range names {
			made[i] = wire{"projectId": "p", "environmentName": name, "access": "RUNNER"}
		}
		return made
	}
	for _, one := range []struct {
		before, now, planned []any
		isFree               bool
	}{
		{access("a", "b"), access("a"), access("a", "c"), true},
		{access("a", "b"), access("a"), access("a", "b", "c"), false},
		{access("a", "b"), access("a", "d"), access("a", "c"), false},
	} {
		m, sent := anAnswer(t, apiCredential, wire{"clientId": "1", "name": "k", "environmentAccess": one.now})
		of := func(listed []any) tftypes.Value {
			value, err := m.stateOf(context.Background(), wire{"clientId": "1", "name": "k", "environmentAccess": listed}, tftypes.Value{})
			if err != nil {
				t.Fatal(err)
			}
			return value
		}
		plan := of(one.planned)
		if _, err := m.update(context.Background(), plan, plan, of(one.before)); (err == nil) != one.isFree || (len(*sent) == 1) != one.isFree {
			t.Errorf("%v: %v, sent %v", one, err, *sent)
		}
	}
}

func TestAProjectThatIsGoneStopsNoChangeOfAnAllowListThatTakesItAwayToo(t *testing.T) {
	served := func(environments ...any) wire { return wire{"environments": environments} }
	for _, one := range []struct {
		before, now, planned wire
		isFree               bool
	}{
		{wire{"a": served(), "b": served("x")}, wire{"b": served("x")}, wire{"b": served("x"), "c": served()}, true},
		{wire{"a": served(), "b": served("x")}, wire{"b": served("x")}, wire{"a": served(), "b": served("y")}, false},
		{wire{"a": served(), "b": served("x")}, wire{"b": served("y")}, wire{"b": served("x")}, false},
		{wire{"a": served()}, wire{"c": served()}, wire{}, false},
	} {
		m, sent := anAnswer(t, runnerAllowList, wire{"projects": one.now})
		of := func(projects wire) tftypes.Value {
			value, err := m.stateOf(context.Background(), wire{"projects": projects}, stateWith(m, map[string]string{"runner_id": "1"}))
			if err != nil {
				t.Fatal(err)
			}
			return value
		}
		plan := of(one.planned)
		if _, err := m.update(context.Background(), plan, plan, of(one.before)); (err == nil) != one.isFree || (len(*sent) == 1) != one.isFree {
			t.Errorf("%v: %v, sent %v", one, err, *sent)
		}
	}
}

func TestAnAttributeThatSomebodyElseChangedStopsTheChange(t *testing.T) {
	m, matches := aRunner(t, 0)
	before := stateWith(m, map[string]string{"id": "1", "name": "another", "description": ""})
	plan := stateWith(m, map[string]string{"id": "1", "name": "another", "description": "new"})
	_, err := m.update(context.Background(), plan, plan, before)
	if err == nil || !strings.HasPrefix(err.Error(), "name changed after the plan was made") || len(*matches) != 0 {
		t.Errorf("after %d requests: %v", len(*matches), err)
	}
}

func TestAPlanWarnsOfWhatIsDeletedWithAnEnvironment(t *testing.T) {
	m, _ := anAnswer(t, environment, wire{"results": []any{}, "total": 2})
	state := stateWith(m, map[string]string{"project_id": "p", "name": "Development"})
	for _, one := range []struct {
		plan     tftypes.Value
		expected string
	}{
		{stateWith(m, map[string]string{"project_id": "p", "name": "Dev"}), "published versions (2), schedules (2), triggers (2)"},
		{tftypes.NewValue(m.objectType(context.Background()), nil), "published versions (2), schedules (2), triggers (2)"},
		{stateWith(m, map[string]string{"project_id": "p", "name": "Development", "description": "other"}), ""},
	} {
		resp := resource.ModifyPlanResponse{}
		m.ModifyPlan(context.Background(), resource.ModifyPlanRequest{State: tfsdk.State{Raw: state}, Plan: tfsdk.Plan{Raw: one.plan}}, &resp)
		warned := ""
		for _, warning := range resp.Diagnostics.Warnings() {
			warned += warning.Detail()
		}
		if (one.expected == "") != (warned == "") || !strings.Contains(warned, one.expected) {
			t.Errorf("%s: %s", one.plan, warned)
		}
	}
}
