// Driver of the suite test/clients: reads a request a line, calls the library, writes an answer a line.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"time"

	"waymark.example/waymark"
	"waymark.example/waymark/internal/table"
)

type request struct {
	Call string `json:"call"`
	Args struct {
		Path      []string        `json:"path"`
		Query     map[string]any  `json:"query"`
		Body      json.RawMessage `json:"body"`
		File      string          `json:"file"`
		MediaType string          `json:"media_type"`
	} `json:"args"`
	Options options `json:"options"`
	With    struct {
		Take  *int   `json:"take"`
		Pages bool   `json:"pages"`
		Save  string `json:"save"`
		At    string `json:"at"`
		Raw   bool   `json:"raw"`
	} `json:"with"`

	// Of "unwrap".
	Body    string            `json:"body"`
	Headers map[string]string `json:"headers"`
	Secret  any               `json:"secret"`
	Now     *int64            `json:"now"`
	// Of "read".
	Model string          `json:"model"`
	JSON  json.RawMessage `json:"json"`
}

func main() {
	client, err := waymark.New()
	if err != nil {
		panic(err)
	}
	lines := bufio.NewReader(os.Stdin)
	answers := json.NewEncoder(os.Stdout)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked request
		var value any
		if err = json.Unmarshal(line, &asked); err == nil {
			value, err = answer(client, &asked)
		}
		if err != nil {
			answers.Encode(map[string]any{"ok": false, "error": describe(err)})
		} else {
			answers.Encode(map[string]any{"ok": true, "value": value})
		}
	}
}

func answer(client *waymark.Client, asked *request) (any, error) {
	switch asked.Call {
	case "methods":
		var ids []string
		for id := range table.Methods(client) {
			ids = append(ids, id)
		}
		return ids, nil
	case "version":
		return version(), nil
	case "read":
		record, ok := table.Answers()[asked.Model]
		if !ok {
			return nil, errUnsupported
		}
		return record, json.Unmarshal(asked.JSON, record)
	case "unwrap":
		return unwrap(asked)
	}
	return call(client, asked)
}

func version() map[string]string {
	var sent http.Header
	seen := roundTrip(func(r *http.Request) (*http.Response, error) {
		sent = r.Header
		return nil, http.ErrNotSupported
	})
	client, err := waymark.New(waymark.WithHTTPClient(&http.Client{Transport: seen}), waymark.WithMaxRetries(0))
	if err == nil {
		client.Health.Live(context.Background())
	}
	return map[string]string{"language": "go", "runtime": runtime.Version(), "user_agent": sent.Get("User-Agent")}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func unwrap(asked *request) (any, error) {
	header := http.Header{}
	for name, value := range asked.Headers {
		header[name] = []string{value}
	}
	now := time.Now()
	if asked.Now != nil {
		now = time.Unix(*asked.Now, 0)
	}
	var event waymark.WebhookEvent
	var err error
	if secrets, ok := asked.Secret.([]any); ok {
		var texts []string
		for _, secret := range secrets {
			texts = append(texts, fmt.Sprint(secret))
		}
		err = waymark.Unwrap([]byte(asked.Body), header, texts, now, &event)
	} else {
		err = waymark.Unwrap([]byte(asked.Body), header, fmt.Sprint(asked.Secret), now, &event)
	}
	return event, err
}
