package waymark

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	// longestWait is how long the client waits for a server that names a time; a limit of requests a minute needs 60 s.
	longestWait = 61 * time.Second
	firstWait   = 500 * time.Millisecond
	// longestPause is how long the client waits where the server names no time.
	longestPause = 8 * time.Second
	// mostOfFailure is how much of a failure's body is read.
	mostOfFailure = 1 << 20
)

// answer is what a request was answered with: body is read whole, but of files and events, which are in stream.
type answer struct {
	status int
	header http.Header
	body   []byte
	stream *stream
}

// send sends a request until it is answered, and repeats what may be repeated.
func (c *core) send(ctx context.Context, call call, options []Option) (*answer, error) {
	call, set, err := c.prepare(call, options)
	if err != nil {
		return nil, err
	}
	maybeDone := false
	for attempt := 0; ; attempt++ {
		got, err := call.attempt(ctx, &set, attempt)
		if err == nil {
			return got, call.op.checkSecret(got)
		}
		if ctx.Err() != nil {
			return nil, err
		}
		if maybeDone && call.op.deletes() && isGone(err) {
			return &answer{status: http.StatusNoContent}, nil // An attempt before this one has done it.
		}
		maybeDone = maybeDone || !errors.Is(err, ErrRateLimited) // A rate limit refuses before anything is done.
		wait, again := waitBefore(err, attempt)
		if !again || attempt >= set.maxRetries {
			return nil, err
		}
		if err := sleep(ctx, call.op, wait); err != nil {
			return nil, err
		}
	}
}

// attempt sends one request and reads its answer.
func (call *call) attempt(parent context.Context, set *settings, number int) (*answer, error) {
	ctx, cancel := context.WithCancelCause(parent)
	watch := watchFor(set.timeout, cancel)
	request, err := call.request(ctx, set, number)
	if err != nil {
		watch.stop()
		cancel(nil)
		return nil, fmt.Errorf("waymark: %s: %w", call.op.id, err)
	}
	if call.upload != nil {
		request.Body = sending{request.Body, watch}
	}
	response, err := set.client.Do(request)
	if err != nil {
		err = call.op.broken(parent, ctx, err, ErrConnection)
		watch.stop()
		cancel(nil)
		return nil, err
	}
	body := &stream{op: call.op, parent: parent, ctx: ctx, cancel: cancel, watch: watch, body: response.Body}
	got := &answer{status: response.StatusCode, header: response.Header}
	if set.response != nil {
		*set.response = Response{Status: got.status, Header: got.header}
	}
	if call.op.succeeds(got.status) && (call.op.answer == answerFile || call.op.answer == answerEvents) {
		watch.stop() // It runs while the caller reads.
		got.stream = body
		return got, nil
	}
	defer body.Close()
	if got.body, err = body.all(call.op.succeeds(got.status)); err != nil {
		return nil, err
	}
	if set.response != nil {
		set.response.Body = got.body
	}
	if !call.op.succeeds(got.status) {
		return nil, problemOf(call.op, got.status, got.header, got.body)
	}
	return got, nil
}

func (op *operation) deletes() bool { return op.method == http.MethodDelete && op.answer == answerNone }

func (op *operation) succeeds(status int) bool {
	return status >= 200 && status < 300 || op.answer == answerRedirect && status >= 300 && status < 400
}

// broken says why a request or a body ended early: the context of the caller, the time-out, or else the kind.
func (op *operation) broken(parent, ctx context.Context, err, kind error) error {
	switch {
	case parent.Err() != nil:
		return op.stopped(parent)
	case errors.Is(context.Cause(ctx), ErrTimeout):
		return fmt.Errorf("waymark: %s: %w", op.id, ErrTimeout)
	default:
		return fmt.Errorf("waymark: %s: %w: %w", op.id, kind, err)
	}
}

// stopped says that the context of the caller is over, and why.
func (op *operation) stopped(ctx context.Context) error {
	err := ctx.Err()
	if cause := context.Cause(ctx); !errors.Is(cause, err) {
		err = fmt.Errorf("%w: %w", err, cause)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("waymark: %s: %w: %w", op.id, ErrTimeout, err)
	}
	return fmt.Errorf("waymark: %s: %w", op.id, err)
}

// waitBefore says how long to wait before another attempt, and whether one may help.
func waitBefore(err error, attempt int) (time.Duration, bool) {
	wait := min(firstWait<<min(attempt, 16), longestPause)
	wait -= rand.N(wait/4 + 1)
	var failure *Error
	if !errors.As(err, &failure) {
		return wait, errors.Is(err, ErrConnection) || errors.Is(err, ErrTimeout) || errors.Is(err, ErrCut)
	}
	again := failure.Status == http.StatusRequestTimeout || failure.Status == http.StatusTooManyRequests ||
		failure.Status >= 500 || failure.Code == string(ProblemCodeIdempotencyInProgress)
	if failure.waitTold {
		return failure.RetryAfter, again && failure.RetryAfter <= longestWait
	}
	return wait, again
}

func sleep(ctx context.Context, op *operation, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return op.stopped(ctx)
	}
}

// isGone says whether it is the server that does not find what is to be deleted, and not a proxy the server.
func isGone(err error) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.Status == http.StatusNotFound && failure.Problem != nil
}

// checkSecret fails if an answer is a repeated one without the secret of the first.
func (op *operation) checkSecret(got *answer) error {
	if op.secret == "" || got.header.Get("Idempotent-Replayed") != "true" {
		return nil
	}
	var value any
	if there, err := Raw(got.body).Field(op.secret, &value); err != nil || (there && value != nil) {
		return nil
	}
	return &SecretLostError{Operation: op.id, Field: op.secret, Record: Raw(got.body)}
}

// read reads a JSON answer. One that is not JSON, of a proxy for instance, is an Error with the code "unknown".
func (got *answer) read(op *operation, into any) error {
	err := json.Unmarshal(got.body, into)
	if err == nil && !bytes.HasPrefix(bytes.TrimLeft(got.body, " \t\r\n"), []byte("{")) {
		err = errors.New("it is not a JSON object")
	}
	if err != nil {
		return &Error{
			Operation: op.id, Status: got.status, Code: "unknown", Detail: "the answer cannot be read: " + err.Error(),
			RequestID: got.header.Get("X-Request-Id"), Header: got.header, cause: err,
		}
	}
	return nil
}
