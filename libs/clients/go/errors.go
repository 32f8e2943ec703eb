package waymark

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// What went wrong, for [errors.Is]. The first eight are kinds of an [*Error], by its status.
var (
	ErrInvalidRequest   = errors.New("invalid request")          // 400
	ErrUnauthorized     = errors.New("unauthorized")             // 401
	ErrForbidden        = errors.New("forbidden")                // 403
	ErrNotFound         = errors.New("not found")                // 404, 410
	ErrConflict         = errors.New("conflict")                 // 409
	ErrRevisionMismatch = errors.New("revision mismatch")        // 412
	ErrRateLimited      = errors.New("rate limited")             // 429
	ErrServer           = errors.New("server error")             // 5xx
	ErrConnection       = errors.New("connection failed")        // no answer, or only a part of a JSON answer
	ErrTimeout          = errors.New("time-out")                 // no answer in time
	ErrCut              = errors.New("the file was cut off")     // a file or a stream ended before its end
	ErrSecretLost       = errors.New("the secret was lost")      // see [SecretLostError]
	ErrSignature        = errors.New("the signature is invalid") // see [Unwrap]
)

// Error is a failure that the server answered.
type Error struct {
	// Operation is what failed: "links.create".
	Operation string
	// Status is the status of the answer.
	Status int
	// Code is the stable code of the failure, "unknown" if the answer is not a problem document.
	Code string
	// Detail says what is wrong.
	Detail string
	// RequestID names the request at the server.
	RequestID string
	// Errors are the single faults of the request with their places ("body.alias").
	Errors []ProblemDetail
	// RetryAfter is how long to wait before another attempt, 0 if the answer does not say.
	RetryAfter time.Duration
	// RequiredScope is what the credential lacks (403).
	RequiredScope string
	// ExistingLinkID is the link that has the alias or the external id (409).
	ExistingLinkID string
	// Header has the headers of the answer.
	Header http.Header
	// Problem is the whole problem document, nil if the answer is none.
	Problem *Problem

	cause    error
	waitTold bool
}

// Error says operation, status, code, detail, places and request id.
func (e *Error) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "waymark: %s: %d %s", e.Operation, e.Status, e.Code)
	if e.Detail != "" {
		fmt.Fprintf(&text, ": %s", e.Detail)
	}
	for i, fault := range e.Errors {
		separator := "; "
		if i == 0 {
			separator = " ("
		}
		fmt.Fprintf(&text, "%s%s: %s", separator, fault.Location, fault.Message)
	}
	if len(e.Errors) > 0 {
		text.WriteString(")")
	}
	if e.RequestID != "" {
		fmt.Fprintf(&text, " [%s]", e.RequestID)
	}
	return text.String()
}

// Is says whether the failure is of a kind: ErrNotFound and its like.
func (e *Error) Is(kind error) bool { return kind != nil && kind == e.Kind() }

// Unwrap returns why an answer could not be read, nil for a failure that the server told.
func (e *Error) Unwrap() error { return e.cause }

// Kind returns the kind by the status, ErrNotFound for instance; nil for a status without one, such as 422.
func (e *Error) Kind() error {
	switch e.Status {
	case http.StatusBadRequest:
		return ErrInvalidRequest
	case http.StatusUnauthorized:
		return ErrUnauthorized
	case http.StatusForbidden:
		return ErrForbidden
	case http.StatusNotFound, http.StatusGone:
		return ErrNotFound
	case http.StatusConflict:
		return ErrConflict
	case http.StatusPreconditionFailed:
		return ErrRevisionMismatch
	case http.StatusTooManyRequests:
		return ErrRateLimited
	}
	if e.Status >= 500 {
		return ErrServer
	}
	return nil
}

// SecretLostError says that a repeated request was answered without the secret that only the first answer showed. What
// was made exists; make another secret.
type SecretLostError struct {
	// Operation is what was repeated: "apiKeys.rotate".
	Operation string
	// Field is the name of the secret: "key".
	Field string
	// Record is the answer without the secret.
	Record Raw
}

// Error says which secret was lost.
func (e *SecretLostError) Error() string {
	return fmt.Sprintf("waymark: %s: the repeated answer has no %s", e.Operation, e.Field)
}

// Is says whether it is asked about ErrSecretLost.
func (e *SecretLostError) Is(kind error) bool { return kind == ErrSecretLost }

func problemOf(op *operation, status int, header http.Header, body []byte) *Error {
	failure := &Error{
		Operation: op.id, Status: status, Code: "unknown", Detail: http.StatusText(status),
		RequestID: header.Get("X-Request-Id"), Header: header,
	}
	failure.RetryAfter, failure.waitTold = waitOf(header, time.Now())
	var problem Problem
	isJSON := strings.Contains(header.Get("Content-Type"), "json")
	if !isJSON || json.Unmarshal(body, &problem) != nil || problem.Code == "" {
		if text := textOfPage(body); text != "" {
			failure.Detail = text
		}
		return failure
	}
	failure.Problem = &problem
	failure.Code, failure.Detail, failure.Errors = string(problem.Code), problem.Detail, problem.Errors
	failure.RequiredScope, failure.ExistingLinkID = problem.RequiredScope, problem.ExistingLinkID
	if problem.RequestID != "" {
		failure.RequestID = problem.RequestID
	}
	return failure
}

var tags = regexp.MustCompile(`(?s)<(script|style).*?</(script|style)>|<[^>]*>`)

// textOfPage is the beginning of what a page says, of a proxy for instance.
func textOfPage(body []byte) string {
	text := strings.Join(strings.Fields(strings.ToValidUTF8(tags.ReplaceAllString(string(body), " "), "")), " ")
	if letters := []rune(text); len(letters) > 200 {
		return string(letters[:200]) + "…"
	}
	return text
}

// waitOf reads Retry-After, as seconds or as an instant by the clock of the server.
func waitOf(header http.Header, now time.Time) (time.Duration, bool) {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	if date, err := http.ParseTime(header.Get("Date")); err == nil {
		now = date
	}
	return max(at.Sub(now), 0), true
}
