package waymark

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestRetryAfterIsReadExactly(t *testing.T) {
	now := time.Date(2026, 11, 23, 3, 0, 0, 5e8, time.UTC)
	date := now.Truncate(time.Second).Add(10 * time.Second).Format(http.TimeFormat)
	for value, want := range map[string]time.Duration{"7": 7 * time.Second, "0": 0, date: 10 * time.Second} {
		header := http.Header{"Retry-After": {value}, "Date": {now.Format(http.TimeFormat)}}
		// The clock of this machine is off; that of the server counts.
		if got, told := waitOf(header, now.Add(time.Hour)); !told || got != want {
			t.Errorf("%s: %s", value, got)
		}
	}
	for _, value := range []string{"", "-1", "soon", "1.5"} {
		if _, told := waitOf(http.Header{"Retry-After": {value}}, now); told {
			t.Errorf("%q was taken", value)
		}
	}
}

func TestWaitsDoubleWithLessThanAQuarterOff(t *testing.T) {
	longest := 8 * time.Second
	for attempt, most := range map[int]time.Duration{0: time.Second / 2, 1: time.Second, 2: 2 * time.Second, 4: longest, 99: longest} {
		for range 1000 {
			wait, again := waitBefore(ErrConnection, attempt)
			if !again || wait > most || wait < most*3/4 {
				t.Fatal(attempt, wait)
			}
		}
	}
}

func TestOnlySomeStatusesAreRepeated(t *testing.T) {
	repeated := map[int]bool{400: false, 404: false, 408: true, 409: false, 429: true, 500: true, 520: true, 503: true}
	for status, want := range repeated {
		if _, again := waitBefore(&Error{Status: status}, 0); again != want {
			t.Error(status)
		}
	}
	if _, again := waitBefore(&Error{Status: 409, Code: "idempotency_in_progress"}, 0); !again {
		t.Error("a key in progress is not waited for")
	}
}

func TestTheTimeOutStandsStillWhileNobodyReads(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	read := &stream{
		op: &operation{}, parent: ctx, ctx: ctx, cancel: cancel, watch: watchFor(time.Hour, cancel),
		body: io.NopCloser(strings.NewReader("content")),
	}
	if _, err := read.Read(make([]byte, 3)); err != nil {
		t.Fatal(err)
	}
	if read.watch.timer.Stop() {
		t.Fatal("the time-out runs while nobody reads")
	}
}
