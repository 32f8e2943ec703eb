package waymark_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"waymark.example/waymark"
)

func TestAFieldCanBeAbsentNullOrAValue(t *testing.T) {
	data, _ := json.Marshal(waymark.LinkUpdate{Title: waymark.Null[string](), Tags: waymark.Value([]string{})})
	if string(data) != `{"title":null,"tags":[]}` {
		t.Fatal(string(data))
	}
	var back waymark.LinkUpdate
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if _, there := back.Tags.Get(); !back.Title.IsNull() || !there || !back.ExternalID.IsZero() {
		t.Fatal(back)
	}
}

func TestWhatIsUnknownStaysReadable(t *testing.T) {
	sent := `{"id":"link_1","status":"frozen","title":null,"created_by":{"type":"robot","id":"x","name":"R2"},` +
		`"weight":9007199254740993,"rules":[{"if":{"device":"mobile","os":["iOS"],"query":{"a":true,"b":"1"}},` +
		`"destination_url":"u"}]}`
	var link waymark.Link
	if err := json.Unmarshal([]byte(sent), &link); err != nil {
		t.Fatal(err)
	}
	var weight int64
	if there, err := link.Raw.Field("weight", &weight); !there || err != nil || weight != 9007199254740993 {
		t.Fatal(weight, err)
	}
	if link.Status != "frozen" || link.Title != nil || link.Rules[0].If.Device.Values()[0] != "mobile" {
		t.Fatal(link)
	}
	link.ID = "link_2"
	data, err := json.Marshal(link)
	if err != nil {
		t.Fatal(err)
	}
	var got, want map[string]any
	json.Unmarshal(data, &got)
	json.Unmarshal([]byte(strings.Replace(sent, "link_1", "link_2", 1)), &want)
	for name, value := range want {
		if !reflect.DeepEqual(got[name], value) {
			t.Errorf("%s: %v is not %v", name, got[name], value)
		}
	}
}

func TestAnAnswerIsNotValidated(t *testing.T) {
	sent := `{"id":"link_1","clicks":"many","tags":null,"created_by":[],` +
		`"rules":[{"if":{"os":{"not":"iOS"},"query":{"a":{"like":"b"}}}}]}`
	var link waymark.Link
	if err := json.Unmarshal([]byte(sent), &link); err != nil || link.ID != "link_1" || link.Clicks != 0 {
		t.Fatal(link, err)
	}
	data, err := json.Marshal(link.Rules[0].If)
	if err != nil || string(data) != `{"os":{"not":"iOS"},"query":{"a":{"like":"b"}}}` {
		t.Fatal(string(data), err)
	}
	for _, wrong := range []string{`[]`, `"text"`, `null`, `{"id":`, `<html>`} {
		wire := serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) { sendJSON(w, 200, wrong) })
		_, err := wire.client(t).Links.Get(context.Background(), "link_1")
		if failure := (*waymark.Error)(nil); !errors.As(err, &failure) || failure.Code != "unknown" {
			t.Errorf("%s is not a link", wrong)
		}
	}
}

func TestDumpsHaveNoSecret(t *testing.T) {
	const secret = "wm_live_secret"
	client, err := waymark.New(waymark.WithAPIKey(secret))
	if err != nil {
		t.Fatal(err)
	}
	var key waymark.RotatedAPIKey
	json.Unmarshal([]byte(`{"id":"key_1","key":"wm_live_secret","previous":{}}`), &key)
	if key.Key != secret {
		t.Fatal("the key is gone")
	}
	var log strings.Builder
	records := []any{
		client, *client, client.Links, *client.Links, key, &key,
		waymark.Login{Password: secret}, waymark.LinkCreate{Password: waymark.Value(secret)},
	}
	for _, record := range records {
		fmt.Fprintf(&log, "%v %+v %#v %s\n", record, record, record, record)
		slog.New(slog.NewJSONHandler(&log, nil)).Info("dump", "record", record)
		slog.New(slog.NewTextHandler(&log, nil)).Info("dump", "record", record)
	}
	fmt.Fprintln(&log, []waymark.RotatedAPIKey{key}, map[string]any{"client": client, "key": &key})
	for i, line := range strings.Split(log.String(), "\n") {
		if strings.Contains(line, secret) {
			t.Errorf("%d: %s", i, line)
		}
	}
}

func TestParametersAreWrittenAsTheDocumentSays(t *testing.T) {
	wire := serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) { sendJSON(w, 200, `{"data":[],"meta":{}}`) })
	client, ctx := wire.client(t, waymark.WithBaseURL(wire.URL+"/prefix/")), context.Background()
	client.Analytics.Tag(ctx, "a/b ?", waymark.AnalyticsTagParams{
		Country: []string{"-DE", `a\,b`}, GroupBy: []waymark.Dimension{"os", "city"},
		IncludeBots: waymark.Value(false), Limit: waymark.Value(0), Interval: waymark.IntervalDay,
	})
	want := `/prefix/v1/analytics/tags/a%2Fb%20%3F` +
		`?country=-DE%2Ca%5C%2Cb&group_by=os%2Ccity&include_bots=false&interval=day&limit=0`
	if got := wire.requests()[0].RequestURI; got != want {
		t.Fatal(got)
	}
	for _, id := range []string{"", ".", ".."} {
		if _, err := client.Links.Get(ctx, id); err == nil {
			t.Errorf("%q was sent", id)
		}
	}
	if len(wire.requests()) != 1 {
		t.Fatal("a path led elsewhere")
	}
}

func TestOptionsThatCannotBeUsedAreRefused(t *testing.T) {
	for _, option := range []waymark.Option{
		waymark.WithBaseURL("localhost:3000"), waymark.WithBaseURL("https://a:b@host"), waymark.WithBaseURL("http://h?x=1"),
		waymark.WithAPIKey("wm_a\r\nX: y"), waymark.WithIfMatch(`"1"`), waymark.WithIdempotencyKey("k"),
		waymark.WithResponse(&waymark.Response{}),
	} {
		if client, err := waymark.New(option); err == nil {
			t.Error(client)
		}
	}
	t.Setenv("WAYMARK_BASE_URL", "nonsense")
	if _, err := waymark.New(); err == nil {
		t.Error("WAYMARK_BASE_URL was not looked at")
	}
	if _, err := waymark.New(waymark.WithBaseURL("https://waymark.example")); err != nil {
		t.Error(err)
	}
}

func TestASignUpHasEitherAnswer(t *testing.T) {
	wire := serve(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		if n == 1 {
			sendJSON(w, 202, `{"email":"a@example.com"}`)
			return
		}
		sendJSON(w, 201, `{"access_token":"t"}`)
	})
	client := wire.client(t)
	first, err := client.Auth.Register(context.Background(), waymark.Register{})
	if err != nil || first.Tokens != nil || first.Signup.Email != "a@example.com" {
		t.Fatal(first, err)
	}
	second, err := client.Auth.Register(context.Background(), waymark.Register{})
	if err != nil || second.Signup != nil || second.Tokens.AccessToken != "t" {
		t.Fatal(second, err)
	}
}
