package api

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"time"
)

const (
	maxAttempts = 5
	firstPause  = 250 * time.Millisecond
	maxPause    = time.Minute
	// A request that is in progress is asked for this long; the server says so for five minutes.
	maxProgress = 6 * time.Minute
)

// sending is a request as it goes over the wire, as often as it must.
type sending struct {
	method, url string
	headers     map[string]string
	body        []byte
	// isSecond is set once the token was renewed for it.
	isSecond bool
}

// passing is what a proxy or a server that restarts answers.
var passing = []int{429, 502, 503, 504}

// repeatable says whether a request that is sent again has the same effect; a POST has it too, by its Idempotency-Key.
func repeatable(method string) bool { return method != http.MethodPatch }

// repeatedly repeats what failed on the way; while an earlier attempt is still in progress, its end is waited for. It fails when
// there is no answer in the end.
func (c *Client) repeatedly(ctx context.Context, sent sending) (received, error) {
	progressEnd := time.Now().Add(maxProgress)
	for attempt := 1; ; attempt++ {
		mayRepeat := attempt < maxAttempts
		got, err := c.once(ctx, sent)
		if err != nil {
			if ctx.Err() != nil || !mayRepeat || !repeatable(sent.method) {
				return got, fmt.Errorf("%s does not answer: %w", c.base, err)
			}
		} else {
			// A PATCH that was refused for its rate was not begun; after anything else nobody knows.
			isSafe := repeatable(sent.method) || got.status == http.StatusTooManyRequests
			if attempt > 1 && isInProgress(sent, got) && time.Now().Before(progressEnd) {
				attempt--
			} else if !slices.Contains(passing, got.status) || !isSafe || !mayRepeat {
				return got, nil
			}
		}
		if err := pause(ctx, pauseOf(got.header.Get("Retry-After"), attempt)); err != nil {
			return got, err
		}
	}
}

func isInProgress(sent sending, got received) bool {
	return got.status == http.StatusConflict && got.header.Get("Retry-After") != "" && sent.headers["Idempotency-Key"] != ""
}

func (c *Client) once(ctx context.Context, sent sending) (received, error) {
	request, err := http.NewRequestWithContext(ctx, sent.method, sent.url, bytes.NewReader(sent.body))
	if err != nil {
		return received{}, err
	}
	for name, value := range sent.headers {
		request.Header.Set(name, value)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return received{}, err
	}
	body, err := read(response)
	return received{sent.method, request.URL.Path, response.StatusCode, response.Header, body}, err
}

// pauseOf is what the server asks for, or twice as long as the last time, give or take a half.
func pauseOf(after string, attempt int) time.Duration {
	if seconds, err := strconv.Atoi(after); err == nil && seconds >= 0 {
		return min(time.Duration(seconds)*time.Second, maxPause)
	}
	return time.Duration(float64(firstPause<<(attempt-1)) * (0.5 + rand.Float64()))
}

func pause(ctx context.Context, duration time.Duration) error {
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
