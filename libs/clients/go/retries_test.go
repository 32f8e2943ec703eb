package waymark_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"waymark.example/waymark"
)

// wire is a server that keeps what it was asked.
type wire struct {
	*httptest.Server
	mutex sync.Mutex
	seen  []*http.Request
}

// serve answers the n-th request, the first being 1.
func serve(t *testing.T, answer func(n int, w http.ResponseWriter, r *http.Request)) *wire {
	t.Helper()
	wire := &wire{}
	wire.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wire.mutex.Lock()
		wire.seen = append(wire.seen, r)
		n := len(wire.seen)
		wire.mutex.Unlock()
		answer(n, w, r)
	}))
	t.Cleanup(wire.Close)
	return wire
}

func (w *wire) requests() []*http.Request {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return append([]*http.Request{}, w.seen...)
}

func (w *wire) client(t *testing.T, options ...waymark.Option) *waymark.Client {
	t.Helper()
	options = append([]waymark.Option{waymark.WithBaseURL(w.URL), waymark.WithAPIKey("wm_test_key")}, options...)
	client, err := waymark.New(options...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func sendJSON(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write([]byte(body))
}

func sendProblem(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	w.Write([]byte(`{"code":"` + code + `","detail":"d","errors":[],"request_id":"req_1"}`))
}

func drop(w http.ResponseWriter) {
	conn, _, _ := http.NewResponseController(w).Hijack()
	conn.(*net.TCPConn).SetLinger(0)
	conn.Close()
}

func TestTransportRepeatsNothingUncounted(t *testing.T) {
	ctx := context.Background()
	calls := map[string]func(*waymark.Client) error{
		"GET":  func(c *waymark.Client) error { _, err := c.Workspace.Get(ctx); return err },
		"POST": func(c *waymark.Client) error { _, err := c.Links.Create(ctx, waymark.LinkCreate{}); return err },
		"POST without a body": func(c *waymark.Client) error {
			_, err := c.Links.Disable(ctx, "link_1")
			return err
		},
		"PUT":    func(c *waymark.Client) error { _, err := c.Links.Upsert(ctx, "x", waymark.LinkUpsert{}); return err },
		"DELETE": func(c *waymark.Client) error { return c.Links.Delete(ctx, "link_1") },
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wire := serve(t, func(n int, w http.ResponseWriter, _ *http.Request) {
				if n == 1 {
					sendJSON(w, 200, `{}`) // The connection stays open and is used again.
					return
				}
				drop(w)
			})
			client := wire.client(t, waymark.WithMaxRetries(1))
			if _, err := client.Health.Live(ctx); err != nil {
				t.Fatal(err)
			}
			if err := call(client); !errors.Is(err, waymark.ErrConnection) {
				t.Fatal(err)
			}
			var marks []string
			for _, request := range wire.requests()[1:] {
				marks = append(marks, request.Header.Get("X-Waymark-Retry"))
			}
			if got := strings.Join(marks, ","); got != ",1" || len(marks) != 2 {
				t.Fatalf("%d requests, marked %q", len(marks), got)
			}
		})
	}
}

func TestEmptyBodiesAreNotOnTheWire(t *testing.T) {
	wire := serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) { sendJSON(w, 200, `{}`) })
	client := wire.client(t)
	client.Workspace.Get(context.Background())
	client.Links.Disable(context.Background(), "link_1")
	client.Links.Delete(context.Background(), "link_1")
	for _, r := range wire.requests() {
		if len(r.TransferEncoding) > 0 || r.ContentLength != 0 || r.Header.Get("Content-Type") != "" {
			t.Errorf("%s has a body: %v %d", r.Method, r.TransferEncoding, r.ContentLength)
		}
	}
}

func TestAWriteHasOneKeyForAllAttempts(t *testing.T) {
	wire := serve(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "0")
		if n < 3 {
			sendProblem(w, 503, "unavailable")
			return
		}
		sendJSON(w, 201, `{"id":"link_1"}`)
	})
	client := wire.client(t)
	link, err := client.Links.Create(context.Background(), waymark.LinkCreate{DestinationURL: "https://example.com"})
	if err != nil || link.ID != "link_1" {
		t.Fatal(link, err)
	}
	keys := map[string]bool{}
	for _, r := range wire.requests() {
		keys[r.Header.Get("Idempotency-Key")] = true
	}
	if len(keys) != 1 || keys[""] || len(wire.requests()) != 3 {
		t.Fatal(keys)
	}
	client.Links.Create(context.Background(), waymark.LinkCreate{}, waymark.WithHeader("idempotency-key", "mine"))
	if got := wire.requests()[3].Header.Values("Idempotency-Key"); len(got) != 1 || got[0] != "mine" {
		t.Fatal(got)
	}
}

func TestAContextEndsACall(t *testing.T) {
	arrived := make(chan struct{}, 2)
	wire := serve(t, func(_ int, _ http.ResponseWriter, r *http.Request) {
		arrived <- struct{}{}
		<-r.Context().Done()
	})
	client := wire.client(t)

	ctx, cancel := context.WithCancelCause(context.Background())
	because := errors.New("the user left")
	go func() {
		<-arrived
		cancel(because)
	}()
	_, err := client.Workspace.Get(ctx)
	if !errors.Is(err, context.Canceled) || !errors.Is(err, because) || errors.Is(err, waymark.ErrConnection) {
		t.Fatal(err)
	}
	deadline, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	_, err = client.Workspace.Get(deadline)
	if !errors.Is(err, waymark.ErrTimeout) || !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	if len(wire.requests()) != 2 {
		t.Fatal("a call went on after its context")
	}
}

func TestAContextEndsAWait(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	wire := serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "60")
		sendProblem(w, 429, "rate_limited")
		w.(http.Flusher).Flush()
		time.AfterFunc(20*time.Millisecond, cancel)
	})
	if _, err := wire.client(t).Workspace.Get(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

func TestATimeoutIsOfOneAttempt(t *testing.T) {
	wire := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if n == 1 {
			<-r.Context().Done()
			return
		}
		sendJSON(w, 200, `{"id":"ws_1"}`)
	})
	workspace, err := wire.client(t).Workspace.Get(context.Background(), waymark.WithTimeout(time.Second))
	if err != nil || workspace.ID != "ws_1" {
		t.Fatal(err)
	}
	wire = serve(t, func(_ int, _ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	once := []waymark.Option{waymark.WithTimeout(50 * time.Millisecond), waymark.WithMaxRetries(0)}
	_, err = wire.client(t).Workspace.Get(context.Background(), once...)
	if !errors.Is(err, waymark.ErrTimeout) || errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

func TestALongRetryAfterIsToldAtOnce(t *testing.T) {
	wire := serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		sendProblem(w, 429, "rate_limited")
	})
	_, err := wire.client(t).Workspace.Get(context.Background())
	var failure *waymark.Error
	if !errors.As(err, &failure) || failure.RetryAfter != time.Hour || !errors.Is(err, waymark.ErrRateLimited) {
		t.Fatal(err)
	}
	if len(wire.requests()) != 1 {
		t.Fatal("it was repeated")
	}
}

func TestWhatMustNotBeRepeatedIsNot(t *testing.T) {
	wire := serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) { sendProblem(w, 503, "unavailable") })
	client := wire.client(t)
	client.Auth.Refresh(context.Background(), waymark.Refresh{RefreshToken: waymark.Value("r")})
	unread := waymark.UploadReader(onlyReader{strings.NewReader("a")}, "text/csv")
	client.Imports.Create(context.Background(), unread, waymark.ImportsCreateParams{})
	if n := len(wire.requests()); n != 2 {
		t.Fatalf("%d requests", n)
	}
	if wire.requests()[0].Header.Get("Authorization") != "" {
		t.Fatal("a public operation was sent with the key")
	}
}

func TestADeleteThatFindsNothingIsDoneOnlyIfAnAttemptMayHaveDoneIt(t *testing.T) {
	for _, one := range []struct {
		before []int
		done   bool
	}{{[]int{503}, true}, {[]int{429, 503}, true}, {[]int{503, 429}, true}, {[]int{429}, false}, {[]int{429, 429}, false}} {
		wire := serve(t, func(n int, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "0")
			if n <= len(one.before) {
				sendProblem(w, one.before[n-1], "not_yet")
				return
			}
			sendProblem(w, 404, "not_found")
		})
		err := wire.client(t).Links.Delete(context.Background(), "link_1")
		if done := err == nil; done != one.done || !done && !errors.Is(err, waymark.ErrNotFound) {
			t.Errorf("%v: %v", one.before, err)
		}
	}
}

func TestAPublicOperationIsSentTheKeyOfItsCall(t *testing.T) {
	wire := serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) { sendJSON(w, 200, `{}`) })
	client := wire.client(t)
	client.Auth.Accept(context.Background(), waymark.Accept{Token: "t"}, waymark.WithAPIKey("token"))
	client.Auth.Accept(context.Background(), waymark.Accept{Token: "t"})
	for i, want := range []string{"Bearer token", ""} {
		if got := wire.requests()[i].Header.Get("Authorization"); got != want {
			t.Errorf("%q instead of %q", got, want)
		}
	}
}

func TestALostSecretIsTold(t *testing.T) {
	wire := serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Idempotent-Replayed", "true")
		sendJSON(w, 201, `{"id":"key_2","previous":{"id":"key_1"}}`)
	})
	_, err := wire.client(t).APIKeys.Rotate(context.Background(), "key_1", waymark.APIKeyRotate{})
	var lost *waymark.SecretLostError
	if !errors.As(err, &lost) || !errors.Is(err, waymark.ErrSecretLost) || lost.Field != "key" {
		t.Fatal(err)
	}
	var id string
	if there, err := lost.Record.Field("id", &id); !there || err != nil || id != "key_2" {
		t.Fatal(id, err)
	}
}
