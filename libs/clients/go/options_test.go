package waymark_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"waymark.example/waymark"
)

func TestWhatCannotBeUsedIsRefusedWithoutItsSecret(t *testing.T) {
	for name, option := range map[string]waymark.Option{
		"a password":                waymark.WithBaseURL("http://user:secret@host"),
		"a password with a slash":   waymark.WithBaseURL("http://user:secret/@host"),
		"a password and a line":     waymark.WithBaseURL("http://user:secret@host\n"),
		"a key with a line break":   waymark.WithAPIKey("svc_live_secret\n"),
		"a key with a return":       waymark.WithAPIKey("svc_live_secret\r"),
		"a key with another header": waymark.WithAPIKey("svc_live_secret\r\nX-Evil: 1"),
		"a key with other letters":  waymark.WithAPIKey("svc_live_sécret"),
	} {
		t.Run(name, func(t *testing.T) {
			client, err := waymark.New()
			if err != nil {
				t.Fatal(err)
			}
			_, made := waymark.New(option)
			_, called := client.Workspace.Get(context.Background(), option)
			for _, err := range []error{made, called} {
				if err == nil || strings.Contains(err.Error(), "cret") || errors.Is(err, waymark.ErrConnection) {
					t.Error(err)
				}
			}
		})
	}
}

func TestClientsShareConnections(t *testing.T) {
	var connections atomic.Int32
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		sendJSON(w, 200, `{}`)
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	for range 3 {
		client, err := waymark.New(waymark.WithBaseURL(server.URL), waymark.WithAPIKey("wm_test_key"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.Workspace.Get(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if n := connections.Load(); n != 1 {
		t.Fatalf("%d connections", n)
	}
}

func TestFilesAreAskedForAndSentByTheirType(t *testing.T) {
	ctx := context.Background()
	wire := serve(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			sendJSON(w, 202, `{}`)
			return
		}
		w.Header().Set("Content-Type", "text/"+r.URL.Query().Get("format"))
		w.Write([]byte(`{"id":"link_1"}`))
	})
	client := wire.client(t)
	for _, format := range []string{"csv", "ndjson", "parquet"} {
		links, err := client.Links.Export(ctx, waymark.LinksExportParams{Format: format})
		if err != nil || links.Header.Get("Content-Type") != "text/"+format {
			t.Fatal(format, err)
		}
		links.Close()
		clicks, err := client.Analytics.Export(ctx, waymark.AnalyticsExportParams{Format: format})
		if err != nil || clicks.Header.Get("Content-Type") != "text/"+format {
			t.Fatal(format, err)
		}
		clicks.Close()
	}
	for name, want := range map[string]string{
		"a.csv": "text/csv", "a": "text/csv", "a.JSON": "application/x-ndjson", "a.ndjson": "application/x-ndjson",
		"a.jsonl": "application/x-ndjson",
	} {
		path := t.TempDir() + "/" + name
		if err := os.WriteFile(path, []byte(`{"destination_url":"https://example.com/"}`), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := client.Imports.Create(ctx, waymark.UploadFile(path), waymark.ImportsCreateParams{}); err != nil {
			t.Fatal(err)
		}
		requests := wire.requests()
		if got := requests[len(requests)-1].Header.Get("Content-Type"); got != want {
			t.Errorf("%s is sent as %s", name, got)
		}
	}
}
