// Package api sends requests to a Headrace server: with a token, with retries, with problems as errors.
package api

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	requestTimeout = time.Minute
	maxAnswerBytes = 64 << 20
	pageSize       = 100
)

// Config says which server a client talks to and how it proves who it is: by Token, or by ClientID and ClientSecret. Without a
// BasePath the API is below the path of the URL, or below /api where it has none.
type Config struct {
	URL, BasePath, Token, ClientID, ClientSecret, UserAgent string
}

// Client is safe for use by several goroutines; Terraform changes resources side by side.
type Client struct {
	base      string
	userAgent string
	http      *http.Client
	tokens    *tokens
	// unusable is why no request can be sent.
	unusable error
}

// Unusable is a client whose every request fails with the reason.
func Unusable(reason error) *Client { return &Client{unusable: reason} }

// New checks that the address is one and sends nothing.
func New(config Config) (*Client, error) {
	address, err := url.Parse(strings.TrimRight(config.URL, "/"))
	if err != nil || (address.Scheme != "http" && address.Scheme != "https") || address.Host == "" {
		return nil, fmt.Errorf("%q is not an http or https address", config.URL)
	}
	if address.User != nil {
		return nil, errors.New("the address must not contain credentials")
	}
	origin := address.Scheme + "://" + address.Host
	// A redirect would carry the token to wherever it leads.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client := &Client{
		base:      origin + cmp.Or(config.BasePath, address.EscapedPath(), "/api"),
		userAgent: config.UserAgent,
		http:      &http.Client{Timeout: requestTimeout, CheckRedirect: stay},
	}
	client.tokens = &tokens{
		given: config.Token, id: config.ClientID, secret: config.ClientSecret,
		url: origin + "/oauth/token", send: client.repeatedly,
	}
	return client, nil
}

// Request is one call of the API; Body is sent as JSON unless it is nil.
type Request struct {
	Method, Path string
	Body         any
	Headers      map[string]string
}

// Answer is what the server said to a request that succeeded.
type Answer struct {
	ETag string
	// Body is nil where there was none. Its numbers are json.Number, so that none loses a digit.
	Body any
}

// Do sends the request, again where that is safe. What the server refuses is a *Problem.
func (c *Client) Do(ctx context.Context, request Request) (Answer, error) {
	if c.unusable != nil {
		return Answer{}, c.unusable
	}
	sent, err := c.prepared(request)
	if err != nil {
		return Answer{}, err
	}
	token, err := c.tokens.current(ctx)
	for err == nil {
		sent.headers["Authorization"] = "Bearer " + token
		var got received
		if got, err = c.repeatedly(ctx, sent); err != nil {
			break
		}
		if got.status != http.StatusUnauthorized {
			return got.answer()
		}
		// A token that the server has just issued and refuses again is not asked for a third time.
		renewed, failed := c.tokens.renewed(ctx, token)
		if failed != nil || renewed == "" || sent.isSecond {
			return Answer{}, errors.Join(failed, got.problem())
		}
		token, sent.isSecond = renewed, true
	}
	return Answer{}, err
}

func (c *Client) prepared(request Request) (sending, error) {
	sent := sending{method: request.Method, url: c.base + request.Path, headers: map[string]string{
		"Accept": "application/json", "User-Agent": c.userAgent,
	}}
	maps.Copy(sent.headers, request.Headers)
	if request.Body != nil {
		sent.headers["Content-Type"] = "application/json"
		encoded, err := json.Marshal(request.Body)
		if err != nil {
			return sent, err
		}
		sent.body = encoded
	}
	// Every attempt has the same key: what is sent twice has its effect once.
	if request.Method == http.MethodPost {
		key := make([]byte, 16)
		_, _ = rand.Read(key) // never fails
		sent.headers["Idempotency-Key"] = hex.EncodeToString(key)
	}
	return sent, nil
}

// List reads all pages of a list; path may have a query.
func (c *Client) List(ctx context.Context, path string) ([]any, error) {
	separator := "?"
	if strings.Contains(path, "?") {
		separator = "&"
	}
	found := []any{}
	for page := 0; ; page++ {
		one := fmt.Sprintf("%s%spage=%d&size=%d", path, separator, page, pageSize)
		answer, err := c.Do(ctx, Request{Method: http.MethodGet, Path: one})
		if err != nil {
			return nil, err
		}
		body, _ := answer.Body.(map[string]any)
		results, isList := body["results"].([]any)
		if !isList {
			return nil, fmt.Errorf("%s did not answer with a list", path)
		}
		found = append(found, results...)
		total, _ := body["total"].(json.Number)
		if count, err := total.Int64(); err != nil || len(results) == 0 || int64(len(found)) >= count {
			return found, err
		}
	}
}

// received is an answer of any status, read to its end.
type received struct {
	method, path string
	status       int
	header       http.Header
	body         []byte
}

func (r received) answer() (Answer, error) {
	if r.status < 200 || r.status > 299 {
		return Answer{}, r.problem()
	}
	answer := Answer{ETag: r.header.Get("ETag")}
	if len(bytes.TrimSpace(r.body)) == 0 {
		return answer, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(r.body))
	decoder.UseNumber()
	if err := decoder.Decode(&answer.Body); err != nil {
		return answer, fmt.Errorf("%s %s did not answer with JSON: %w", r.method, r.path, err)
	}
	return answer, nil
}

func read(response *http.Response) ([]byte, error) {
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswerBytes+1))
	if len(body) > maxAnswerBytes {
		return nil, fmt.Errorf("the answer is over %d MiB", maxAnswerBytes>>20)
	}
	return body, err
}
