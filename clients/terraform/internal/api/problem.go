package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// Problem is a refusal of the server (RFC 9457).
type Problem struct {
	Status     int      `json:"status"`
	Title      string   `json:"title"`
	Detail     string   `json:"detail"`
	Violations []string `json:"violations"`

	method, path, requestID string
}

func (r received) problem() *Problem {
	problem := &Problem{}
	_ = json.Unmarshal(r.body, problem) // a proxy may answer with anything
	problem.Status, problem.method, problem.path = r.status, r.method, r.path
	problem.requestID = r.header.Get("X-Request-Id")
	if problem.Title == "" {
		problem.Title = http.StatusText(r.status)
	}
	return problem
}

func (p *Problem) Error() string {
	text := fmt.Sprintf("%d %s", p.Status, p.Title)
	if p.Detail != "" {
		text += ": " + p.Detail
	}
	for _, violation := range p.Violations {
		text += "\n- " + violation
	}
	text += fmt.Sprintf("\n\n%s %s", p.method, p.path)
	if p.requestID != "" {
		text += fmt.Sprintf(" (request %s)", p.requestID)
	}
	return strings.TrimSpace(text)
}

// IsStatus says whether the server refused with this status.
func IsStatus(err error, status int) bool {
	var problem *Problem
	return errors.As(err, &problem) && problem.Status == status
}
