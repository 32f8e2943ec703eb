package waymark

import (
	"context"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// watch ends an attempt when nothing has come, or was taken of an upload, for the time-out.
type watch struct {
	timeout time.Duration
	timer   *time.Timer
}

func watchFor(timeout time.Duration, cancel context.CancelCauseFunc) *watch {
	if timeout <= 0 {
		return &watch{}
	}
	return &watch{timeout: timeout, timer: time.AfterFunc(timeout, func() { cancel(ErrTimeout) })}
}

func (w *watch) again() {
	if w.timer != nil {
		w.timer.Reset(w.timeout)
	}
}

func (w *watch) stop() {
	if w.timer != nil {
		w.timer.Stop()
	}
}

// sending is an upload: each part that is taken starts the time anew, and its end that of the answer.
type sending struct {
	io.ReadCloser
	watch *watch
}

func (s sending) Read(into []byte) (int, error) {
	s.watch.again()
	return s.ReadCloser.Read(into)
}

// stream is the body of an answer. It ends with ErrCut when it is cut off.
type stream struct {
	op          *operation
	parent, ctx context.Context
	cancel      context.CancelCauseFunc
	watch       *watch
	body        io.ReadCloser
	over        atomic.Bool
	failed      error
}

// Read limits each silence by the time-out, and does not count the time in which the caller does not read.
func (s *stream) Read(into []byte) (int, error) {
	if s.failed != nil {
		return 0, s.failed
	}
	s.watch.again()
	n, err := s.body.Read(into)
	s.watch.stop()
	switch {
	case err == nil:
	case err == io.EOF:
		s.failed = io.EOF
		s.cancel(nil)
	case s.over.Load():
		s.failed = http.ErrBodyReadAfterClose
	default:
		s.failed = s.op.broken(s.parent, s.ctx, err, ErrCut)
		s.cancel(nil)
	}
	return n, s.failed
}

// Close ends the answer, also before its end.
func (s *stream) Close() error {
	s.over.Store(true)
	s.watch.stop()
	s.cancel(nil)
	return s.body.Close()
}

// all reads the whole body within the attempt's time, and the beginning of a failure's.
func (s *stream) all(succeeded bool) ([]byte, error) {
	body := io.Reader(s.body)
	if !succeeded {
		body = io.LimitReader(body, mostOfFailure)
	}
	content, err := io.ReadAll(body)
	if err != nil {
		return nil, s.op.broken(s.parent, s.ctx, err, ErrConnection)
	}
	return content, nil
}
