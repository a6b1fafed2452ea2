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

func TestAnAttributeThatSomebodyElseChangedStopsTheChange(t *testing.T) {
	m, matches := aRunner(t, 0)
	before := stateWith(m, map[string]string{"id": "1", "name": "another", "description": ""})
	plan := stateWith(m, map[string]string{"id": "1", "name": "another", "description": "new"})
	_, err := m.update(context.Background(), plan, plan, before)
	if err == nil || !strings.HasPrefix(err.Error(), "name changed after the plan was made") || len(*matches) != 0 {
		t.Errorf("after %d requests: %v", len(*matches), err)
	}
}
