package waymark

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
)

// longestLine is the most bytes of a line of a stream.
const longestLine = 4 << 20

// eventsOf yields the items of a stream of events. When the stream ends or breaks it is opened again after its last
// event. It ends with an error when the credential is refused, and when opening fails again and again.
func eventsOf[T any](ctx context.Context, c *core, call call, options []Option) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		call, set, err := c.prepare(call, options)
		if err != nil {
			yield(nil, err)
			return
		}
		live := &live[T]{call: call, yield: yield}
		for failures := 0; ; {
			err := live.read(ctx, &set, failures)
			if live.left {
				return
			}
			failures++
			if live.heard {
				failures = 0
			}
			if err = live.pause(ctx, err, failures, set.maxRetries); err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

// live reads streams one after the other.
type live[T any] struct {
	call  call
	yield func(*T, error) bool
	// heard says whether this stream has told anything.
	heard bool
	// left says whether the caller has seen enough.
	left   bool
	lastID string
}

// pause waits before the stream is opened again, or returns why it is not.
func (l *live[T]) pause(ctx context.Context, err error, failures, most int) error {
	if ctx.Err() != nil {
		return l.call.op.stopped(ctx)
	}
	wait, again := waitBefore(err, max(failures-1, 0))
	if !again || failures > most {
		return err
	}
	return sleep(ctx, l.call.op, wait)
}

// read opens a stream and yields its items until it ends, and says why it did.
func (l *live[T]) read(ctx context.Context, set *settings, attempt int) error {
	l.heard = false
	got, err := l.call.attempt(ctx, set, attempt)
	if err != nil {
		return err
	}
	defer got.stream.Close()
	lines := bufio.NewScanner(got.stream)
	lines.Buffer(nil, longestLine)
	for {
		event, ok := nextEvent(lines, &l.heard)
		if !ok {
			break
		}
		if event.hasID {
			l.call.lastEventID = event.id
		}
		if len(event.data) == 0 {
			continue
		}
		l.heard = true
		if err := l.take(event); err != nil || l.left {
			return err
		}
		if event.name == "end" {
			break
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return fmt.Errorf("waymark: %s: %w", l.call.op.id, ErrCut)
}

// take yields the item of an event, but not the same one twice.
func (l *live[T]) take(event event) error {
	data := []byte(strings.Join(event.data, "\n"))
	switch event.name {
	case "end":
		var end struct{ Reason string }
		if json.Unmarshal(data, &end) == nil && end.Reason == "unauthorized" {
			return fmt.Errorf("waymark: %s: the credential is no longer valid: %w", l.call.op.id, ErrUnauthorized)
		}
	case l.call.op.event:
		var named struct{ ID string }
		item := new(T)
		if err := errors.Join(json.Unmarshal(data, &named), json.Unmarshal(data, item)); err != nil {
			return fmt.Errorf("waymark: %s: an event cannot be read: %w", l.call.op.id, err)
		}
		if named.ID == "" || named.ID != l.lastID {
			l.lastID = named.ID
			l.left = !l.yield(item, nil)
		}
	}
	return nil
}

// event is one of a stream.
type event struct {
	name, id string
	data     []string
	hasID    bool
}

// nextEvent reads lines until an event is complete, and notes comments, by which a server says that it is there.
func nextEvent(lines *bufio.Scanner, heard *bool) (event, bool) {
	var next event
	for lines.Scan() {
		line := lines.Text()
		if line == "" {
			return next, true
		}
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "":
			*heard = true
		case "event":
			next.name = value
		case "data":
			next.data = append(next.data, value)
		case "id":
			next.id, next.hasID = value, !strings.Contains(value, "\x00")
		}
	}
	return event{}, false
}
