package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// aServer answers with tokens, and with handle for everything else.
func aServer(t *testing.T, handle http.HandlerFunc) *Client {
	t.Helper()
	issued := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/oauth/token" {
			issued++
			fmt.Fprintf(w, `{"access_token":"token-%d","expires_in":1800}`, issued)
			return
		}
		handle(w, r)
	}))
	t.Cleanup(server.Close)
	client, err := New(Config{URL: server.URL + "/", BasePath: "/api", ClientID: "id", ClientSecret: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func TestACreationIsRepeatedWithTheSameKey(t *testing.T) {
	keys := []string{}
	client := aServer(t, func(w http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Header.Get("Idempotency-Key"))
		if len(keys) < 3 {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		w.WriteHeader(http.StatusCreated)
		fmt.Fprint(w, `{"id":"1","size":12345678901234567890}`)
	})
	answer, err := client.Do(context.Background(), Request{Method: http.MethodPost, Path: "/v1/projects", Body: map[string]any{}})
	if err != nil {
		t.Fatal(err)
	}
	if len(keys) != 3 || keys[0] == "" || keys[0] != keys[1] || keys[1] != keys[2] {
		t.Errorf("keys: %q", keys)
	}
	if size := answer.Body.(map[string]any)["size"]; size != json.Number("12345678901234567890") {
		t.Errorf("a digit was lost: %v", size)
	}
}

func TestACreationThatIsStillInProgressIsWaitedFor(t *testing.T) {
	sent := 0
	client := aServer(t, func(w http.ResponseWriter, _ *http.Request) {
		sent++
		w.Header().Set("Retry-After", "0")
		switch {
		case sent == 1:
			w.WriteHeader(http.StatusGatewayTimeout)
		case sent < 8:
			w.WriteHeader(http.StatusConflict)
		default:
			w.WriteHeader(http.StatusCreated)
		}
	})
	creation := Request{Method: http.MethodPost, Path: "/v1/projects", Body: map[string]any{}}
	if _, err := client.Do(context.Background(), creation); err != nil || sent != 8 {
		t.Errorf("%d requests: %v", sent, err)
	}
	sent = 1
	if _, err := client.Do(context.Background(), creation); !IsStatus(err, http.StatusConflict) || sent != 2 {
		t.Errorf("a conflict with something else was repeated: %d requests: %v", sent, err)
	}
}

func TestTheBasePathMayBePartOfTheAddress(t *testing.T) {
	paths := []string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		paths = append(paths, r.URL.Path)
		fmt.Fprint(w, `{"access_token":"token","expires_in":1800}`)
	}))
	defer server.Close()
	for _, one := range []struct{ path, basePath, expected string }{
		{"/", "", "/api"}, {"/api/", "/api", "/api"}, {"/data/", "", "/data"}, {"/data", "/other", "/other"},
	} {
		paths = nil
		client, err := New(Config{URL: server.URL + one.path, BasePath: one.basePath, ClientID: "id", ClientSecret: "secret"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.Do(context.Background(), Request{Method: http.MethodGet, Path: "/v1/x"}); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(paths) != "[/oauth/token "+one.expected+"/v1/x]" {
			t.Errorf("%s and %q: %v", one.path, one.basePath, paths)
		}
	}
}

func TestAChangeIsRepeatedOnlyWhereItWasNotBegun(t *testing.T) {
	for status, expected := range map[int]int{http.StatusTooManyRequests: 2, http.StatusServiceUnavailable: 1} {
		sent := 0
		client := aServer(t, func(w http.ResponseWriter, _ *http.Request) {
			sent++
			w.Header().Set("Retry-After", "0")
			if sent == 1 {
				w.WriteHeader(status)
			}
		})
		_, _ = client.Do(context.Background(), Request{Method: http.MethodPatch, Path: "/v1/x", Body: map[string]any{}})
		if sent != expected {
			t.Errorf("after %d it was sent %d times, not %d", status, sent, expected)
		}
	}
}

func TestARefusedTokenIsRenewedOnce(t *testing.T) {
	tokens := []string{}
	client := aServer(t, func(w http.ResponseWriter, r *http.Request) {
		tokens = append(tokens, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
		if len(tokens) != 2 {
			w.WriteHeader(http.StatusUnauthorized)
		}
	})
	if _, err := client.Do(context.Background(), Request{Method: http.MethodGet, Path: "/v1/x"}); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(tokens) != "[token-1 token-2]" {
		t.Errorf("tokens: %v", tokens)
	}
	_, err := client.Do(context.Background(), Request{Method: http.MethodGet, Path: "/v1/x"})
	if !IsStatus(err, http.StatusUnauthorized) || len(tokens) != 4 {
		t.Errorf("%d requests: %v", len(tokens), err)
	}
}

func TestNoTokenFollowsARedirect(t *testing.T) {
	seen := 0
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { seen++ }))
	defer elsewhere.Close()
	client := aServer(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, elsewhere.URL, http.StatusFound) })
	_, err := client.Do(context.Background(), Request{Method: http.MethodGet, Path: "/v1/x"})
	if !IsStatus(err, http.StatusFound) || seen != 0 {
		t.Errorf("followed %d times: %v", seen, err)
	}
}

func TestAProblemSaysEverythingThatIsWrong(t *testing.T) {
	client := aServer(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Request-Id", "r-1")
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"title":"Bad request","status":400,"detail":"No.","violations":["body/name is missing"]}`)
	})
	_, err := client.Do(context.Background(), Request{Method: http.MethodPost, Path: "/v1/projects"})
	for _, part := range []string{"400 Bad request: No.", "- body/name is missing", "POST /api/v1/projects", "r-1"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not in %v", part, err)
		}
	}
}

func TestAddressesThatAreNone(t *testing.T) {
	for _, address := range []string{"", "data.example.com", "ftp://data.example.com", "https://user:pass@data.example.com"} {
		if _, err := New(Config{URL: address}); err == nil {
			t.Errorf("%q was accepted", address)
		}
	}
}
