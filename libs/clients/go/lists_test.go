package waymark_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"waymark.example/waymark"
)

func queries(wire *wire) string {
	var all []string
	for _, request := range wire.requests() {
		all = append(all, request.URL.RawQuery)
	}
	return strings.Join(all, " ")
}

func TestAListGoesOnByCursorAsOftenAsItIsRead(t *testing.T) {
	wire := serve(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		next := map[string]string{"": `"b"`, "b": "null"}[r.URL.Query().Get("cursor")]
		sendJSON(w, 200, `{"data":[{"id":"1"},{"id":"2"}],"meta":{"total":4,"page":1,"limit":2,"next_cursor":`+next+`}}`)
	})
	list := wire.client(t).Links.List(context.Background(), waymark.LinksListParams{Tags: []string{"x"}})
	for range 2 {
		if links, err := waymark.Collect(list); err != nil || len(links) != 4 {
			t.Fatal(links, err)
		}
	}
	if got := queries(wire); got != "cursor=&tags=x cursor=b&tags=x cursor=&tags=x cursor=b&tags=x" {
		t.Fatal(got)
	}
	first, ok, err := waymark.First(list)
	if err != nil || !ok || first.ID != "1" || len(wire.requests()) != 5 {
		t.Fatal(first, err)
	}
}

func TestASortedListGoesOnByNumber(t *testing.T) {
	wire := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		sendJSON(w, 200, fmt.Sprintf(`{"data":[{"id":"1"}],"meta":{"total":2,"page":%d,"limit":1}}`, n))
	})
	pages := wire.client(t).Links.ListPages(context.Background(), waymark.LinksListParams{Sort: "clicks"})
	if got, err := waymark.Collect(pages); err != nil || len(got) != 2 || got[1].Meta.Page != 2 {
		t.Fatal(got, err)
	}
	if got := queries(wire); got != "sort=clicks page=2&sort=clicks" {
		t.Fatal(got)
	}
}

func TestAListWhoseTotalIsAMinimumEndsWithAShortPage(t *testing.T) {
	wire := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		data := map[bool]string{true: `[{"id":"1"}]`, false: `[]`}[n <= 3]
		meta := fmt.Sprintf(`{"total":2,"total_is":"minimum","page":%d,"limit":1}`, n)
		sendJSON(w, 200, `{"data":`+data+`,"meta":`+meta+`}`)
	})
	params := waymark.LinksListParams{Sort: "clicks"}
	if got, err := waymark.Collect(wire.client(t).Links.List(context.Background(), params)); err != nil || len(got) != 3 {
		t.Fatal(got, err)
	}
}

func TestAListThatStandsStillEndsWithAnError(t *testing.T) {
	wire := serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		sendJSON(w, 200, `{"data":[],"meta":{"next_cursor":"a"}}`)
	})
	_, err := waymark.Collect(wire.client(t).Links.List(context.Background(), waymark.LinksListParams{}))
	if err == nil || len(wire.requests()) != 2 {
		t.Fatal(err)
	}
}

func TestAListEndsWithTheFailureOfAPage(t *testing.T) {
	wire := serve(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		if n == 1 {
			sendJSON(w, 200, `{"data":[{"id":"1"}],"meta":{"next_cursor":"a"}}`)
			return
		}
		w.WriteHeader(404)
		w.Write([]byte("<html>"))
	})
	links, err := waymark.Collect(wire.client(t).Links.List(context.Background(), waymark.LinksListParams{}))
	var failure *waymark.Error
	if len(links) != 1 || !errors.Is(err, waymark.ErrNotFound) || !errors.As(err, &failure) || failure.Code != "unknown" {
		t.Fatal(links, err)
	}
}

func TestAClientIsSafeForSeveralGoroutines(t *testing.T) {
	wire := serve(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		sendJSON(w, 200, `{"id":"`+r.Header.Get("X-Test")+`"}`)
	})
	client := wire.client(t)
	var group sync.WaitGroup
	for i := range 50 {
		group.Add(1)
		go func() {
			defer group.Done()
			mine := fmt.Sprint(i)
			var response waymark.Response
			own := []waymark.Option{waymark.WithHeader("X-Test", mine), waymark.WithResponse(&response)}
			link, err := client.Links.Get(context.Background(), "link_1", own...)
			if err != nil || link.ID != mine || response.Status != 200 || len(response.Body) == 0 {
				t.Error(link, err)
			}
		}()
	}
	group.Wait()
}
