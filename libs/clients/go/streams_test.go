package waymark_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"waymark.example/waymark"
)

type onlyReader struct{ io.Reader }

func TestASavedFileIsWholeOrAbsent(t *testing.T) {
	wire := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		switch n {
		case 1: // Cut within its length.
			w.Header().Set("Content-Length", "100")
			w.Write([]byte("half"))
		case 2: // Cut in chunks.
			w.Write([]byte("half"))
			http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		default:
			w.Write([]byte("whole"))
		}
	})
	client, folder := wire.client(t), t.TempDir()
	path := filepath.Join(folder, "clicks.csv")
	os.WriteFile(path, []byte("old"), 0o600)
	for i, want := range []string{"old", "old", "whole"} {
		file, err := client.Analytics.Export(context.Background(), waymark.AnalyticsExportParams{Format: "csv"})
		if err != nil {
			t.Fatal(err)
		}
		if err := file.Save(path); errors.Is(err, waymark.ErrCut) != (want == "old") {
			t.Fatal(i, err)
		}
		if got, _ := os.ReadFile(path); string(got) != want {
			t.Fatalf("%d: %s", i, got)
		}
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Fatal("a part was left behind", entries)
	}
}

func TestASilentFileTimesOut(t *testing.T) {
	wire := serve(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		w.Write([]byte("begin"))
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	timeout := waymark.WithTimeout(time.Second)
	file, err := wire.client(t).Links.Export(context.Background(), waymark.LinksExportParams{}, timeout)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(file); string(got) != "begin" || !errors.Is(err, waymark.ErrTimeout) {
		t.Fatal(string(got), err)
	}
}

func TestAFileThatIsLeftEndsItsTransfer(t *testing.T) {
	gone := make(chan struct{})
	wire := serve(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
		close(gone)
	})
	file, err := wire.client(t).Links.Export(context.Background(), waymark.LinksExportParams{})
	if err != nil {
		t.Fatal(err)
	}
	file.Close()
	<-gone
}

const click = "id: %s\nevent: click\ndata: {\"id\":\"%s\"}\n\n"

func event(w http.ResponseWriter, id string) {
	w.Write([]byte(strings.ReplaceAll(click, "%s", id)))
	http.NewResponseController(w).Flush()
}

func TestLiveGoesOnAfterItsLastEvent(t *testing.T) {
	wire := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		switch n {
		case 1:
			w.Write([]byte("retry: 1000\nid: start\n\n"))
			event(w, "clk_1")
			w.Write([]byte("id: clk_2\nevent: click\ndata: {\"id\":")) // Cut within an event.
			http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		case 2:
			event(w, "clk_1")
			event(w, "clk_2")
			w.Write([]byte("event: news\ndata: 1\n\nevent: end\ndata: {\"reason\":\"renew\"}\n\n"))
		case 3:
			event(w, "clk_3")
			w.Write([]byte("event: end\ndata: {\"reason\":\"unauthorized\"}\n\n"))
		}
	})
	var ids []string
	var last error
	for click, err := range wire.client(t).Analytics.Live(context.Background(), waymark.AnalyticsLiveParams{}) {
		if last = err; err == nil {
			ids = append(ids, click.ID)
		}
	}
	if got := strings.Join(ids, " "); got != "clk_1 clk_2 clk_3" || !errors.Is(last, waymark.ErrUnauthorized) {
		t.Fatal(got, last)
	}
	var from []string
	for _, request := range wire.requests() {
		from = append(from, request.Header.Get("Last-Event-ID"))
	}
	if got := strings.Join(from, " "); got != " clk_1 clk_2" {
		t.Fatal(got)
	}
}

func TestLiveThatIsLeftClosesItsConnection(t *testing.T) {
	gone := make(chan struct{})
	wire := serve(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		event(w, "clk_1")
		<-r.Context().Done()
		close(gone)
	})
	for range wire.client(t).Analytics.Live(context.Background(), waymark.AnalyticsLiveParams{}) {
		break
	}
	<-gone
}

func TestLiveEndsWhenNothingCanBeHeard(t *testing.T) {
	wire := serve(t, func(int, http.ResponseWriter, *http.Request) {})
	var last error
	live := wire.client(t, waymark.WithMaxRetries(1)).Analytics.Live(context.Background(), waymark.AnalyticsLiveParams{})
	for _, err := range live {
		last = err
	}
	if !errors.Is(last, waymark.ErrCut) || len(wire.requests()) != 2 {
		t.Fatal(last, len(wire.requests()))
	}
}

func TestAnUploadIsRepeatedFromItsStart(t *testing.T) {
	var bodies []string
	wire := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies = append(bodies, r.Header.Get("Content-Type")+" "+string(body))
		w.Header().Set("Retry-After", "0")
		if n%2 == 1 {
			sendProblem(w, 503, "unavailable")
			return
		}
		sendJSON(w, 202, `{"id":"imp_1"}`)
	})
	path := filepath.Join(t.TempDir(), "links.ndjson")
	os.WriteFile(path, []byte("{}\n"), 0o600)
	seeker := bytes.NewReader([]byte("skipped,rest"))
	seeker.Seek(8, io.SeekStart)
	for _, upload := range []*waymark.Upload{
		waymark.UploadFile(path), waymark.UploadBytes([]byte("a\n"), "text/csv"), waymark.UploadReader(seeker, "text/csv"),
	} {
		if _, err := wire.client(t).Imports.Create(context.Background(), upload, waymark.ImportsCreateParams{}); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"application/x-ndjson {}\n", "text/csv a\n", "text/csv rest"}
	for i, body := range bodies {
		if body != want[i/2] {
			t.Errorf("%d: %q", i, body)
		}
	}
	if len(bodies) != 6 {
		t.Fatal(bodies)
	}
}
