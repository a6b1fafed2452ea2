package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// unknownAddress begins the detail of a 404 where the server has no such address, as src/http/server.ts says it.
const unknownAddress = "There is no resource at "

// Problem is a refusal of the server (RFC 9457).
type Problem struct {
	Type       string   `json:"type"`
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

// IsNotFound says whether the server knows the address and has nothing there. A 404 of a proxy, or for an address that the API
// does not have, says nothing about what exists.
func IsNotFound(err error) bool {
	var problem *Problem
	return errors.As(err, &problem) && problem.Status == http.StatusNotFound &&
		strings.HasSuffix(problem.Type, "/problems/not-found") && !strings.HasPrefix(problem.Detail, unknownAddress)
}

// IsStatus says whether the server refused with this status.
func IsStatus(err error, status int) bool {
	var problem *Problem
	return errors.As(err, &problem) && problem.Status == status
}
