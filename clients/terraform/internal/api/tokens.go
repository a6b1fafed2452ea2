package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// A token this near to its end is not used any more.
const tokenMargin = 30 * time.Second

// tokens holds one token: a given one, or one by client credentials (RFC 6749, section 4.4).
type tokens struct {
	given, id, secret, url string
	send                   func(context.Context, sending) (received, error)

	lock  sync.Mutex
	token string
	until time.Time
}

func (t *tokens) current(ctx context.Context) (string, error) {
	if t.given != "" {
		return t.given, nil
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	if time.Now().Before(t.until) {
		return t.token, nil
	}
	return t.fetched(ctx)
}

// renewed gets another token, because the server refused that one; it is empty where there is only the one.
func (t *tokens) renewed(ctx context.Context, refused string) (string, error) {
	if t.given != "" {
		return "", nil
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.token != refused {
		return t.token, nil
	}
	return t.fetched(ctx)
}

func (t *tokens) fetched(ctx context.Context) (string, error) {
	asked := time.Now()
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {t.id}, "client_secret": {t.secret}}
	got, err := t.send(ctx, sending{method: http.MethodPost, url: t.url, body: []byte(form.Encode()), headers: map[string]string{
		"Content-Type": "application/x-www-form-urlencoded",
	}})
	if err != nil {
		return "", err
	}
	if got.status == http.StatusUnauthorized || got.status == http.StatusBadRequest {
		return "", errors.New("the server does not accept this client id and secret")
	}
	var given struct {
		Token     string `json:"access_token"`
		ExpiresIn int    `json:"expires_in"`
	}
	if err := json.Unmarshal(got.body, &given); err != nil || given.Token == "" || got.status != http.StatusOK {
		return "", fmt.Errorf("%s answered %d without a token", t.url, got.status)
	}
	t.token, t.until = given.Token, asked.Add(time.Duration(given.ExpiresIn)*time.Second-tokenMargin)
	return t.token, nil
}
