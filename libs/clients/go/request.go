package waymark

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

const idempotencyHeader = "Idempotency-Key"

var userAgent = fmt.Sprintf(
	"waymark-go/%s (go %s; %s)", Version, strings.TrimPrefix(runtime.Version(), "go"), runtime.GOOS,
)

// operation is what the document says of one.
type operation struct {
	id, method, path string
	// public operations are sent without the credential of the client.
	public bool
	// once is an operation that must not be repeated.
	once       bool
	idempotent bool
	// cursor says that its pages go on by a cursor.
	cursor bool
	// secret is a field of the answer that a repeated answer may lack.
	secret string
	// event is the name of the events that a stream yields.
	event  string
	answer answerKind
}

type answerKind uint8

const (
	answerJSON answerKind = iota
	answerNone
	answerText
	answerFile
	answerEvents
	answerRedirect
)

// call is one use of an operation.
type call struct {
	op     *operation
	path   []string
	query  any
	body   any
	upload *Upload

	// Of core.prepare.
	url         string
	payload     []byte
	lastEventID string
}

// prepare makes URL and body, which are the same for all attempts, and the settings of the call.
func (c *core) prepare(call call, options []Option) (call_ call, set settings, err error) {
	if set, err = c.settings.with(options); err != nil {
		return call, set, err
	}
	path, err := fillPath(call.op, call.path)
	if err != nil {
		return call, set, err
	}
	call.url = set.baseURL + path
	if query := valuesOf(call.op, call.query); len(query) > 0 {
		call.url += "?" + query.Encode()
	}
	if call.body != nil {
		if call.payload, err = json.Marshal(call.body); err != nil {
			return call, set, fmt.Errorf("waymark: %s: the body: %w", call.op.id, err)
		}
	}
	if set.idempotencyKey == "" && call.op.idempotent {
		set.idempotencyKey = newKey()
	}
	if call.op.once || (call.upload != nil && !call.upload.repeatable) {
		set.maxRetries = 0
	}
	return call, set, nil
}

// request makes the request of an attempt, the first being 0.
func (call *call) request(ctx context.Context, set *settings, attempt int) (*http.Request, error) {
	body, length, mediaType, err := call.open()
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, call.op.method, call.url, body)
	if err != nil {
		return nil, err
	}
	request.ContentLength = length
	header := request.Header
	header.Set("Accept", call.op.accept())
	header.Set("User-Agent", userAgent)
	if mediaType != "" {
		header.Set("Content-Type", mediaType)
	}
	if key := set.key(); key != "" && (!call.op.public || set.keyGiven) {
		header.Set("Authorization", "Bearer "+key)
	}
	if set.ifMatch != "" {
		header.Set("If-Match", set.ifMatch)
	}
	if call.lastEventID != "" {
		header.Set("Last-Event-ID", call.lastEventID)
	}
	for name, values := range set.header {
		header[name] = values
	}
	// http.Transport repeats by itself what has this header, uncounted. It looks for the canonical name only, and HTTP
	// does not mind the case.
	if set.idempotencyKey != "" {
		header[strings.ToLower(idempotencyHeader)] = []string{set.idempotencyKey}
	}
	if attempt > 0 {
		header.Set("X-Waymark-Retry", strconv.Itoa(attempt))
	}
	return request, nil
}

func (call *call) open() (body io.Reader, length int64, mediaType string, err error) {
	switch {
	case call.upload != nil:
		reader, length, err := call.upload.open()
		return reader, length, call.upload.mediaType, err
	case call.payload != nil:
		return newPayload(call.payload), int64(len(call.payload)), "application/json", nil
	case call.op.method == http.MethodGet:
		return noRepeat{}, 0, "", nil
	default:
		return nil, 0, "", nil
	}
}

// noRepeat is an empty body. Nothing is sent of it, but http.Transport does not repeat a GET that has one: all attempts
// are ours, and counted.
type noRepeat struct{}

func (noRepeat) Read([]byte) (int, error) { return 0, io.EOF }

func (op *operation) accept() string {
	switch op.answer {
	case answerText, answerFile:
		return "*/*"
	case answerEvents:
		return "text/event-stream"
	default:
		return "application/json"
	}
}

// fillPath puts the parameters in place of the braces. One that is empty or dots would lead to another operation.
func fillPath(op *operation, values []string) (string, error) {
	var path strings.Builder
	rest := op.path
	for _, value := range values {
		before, after, _ := strings.Cut(rest, "{")
		name, after, _ := strings.Cut(after, "}")
		if value == "" || value == "." || value == ".." {
			return "", fmt.Errorf("waymark: %s: %s must not be %q", op.id, name, value)
		}
		path.WriteString(before + strings.ReplaceAll(url.QueryEscape(value), "+", "%20"))
		rest = after
	}
	return path.String() + rest, nil
}

// hasEscapes says whether lists of an operation are filters with escapes, as those of analytics are. In all others a
// backslash means itself, and no value has a comma.
func (op *operation) hasEscapes() bool { return strings.HasPrefix(op.path, "/v1/analytics/") }

var commaOrEscape = regexp.MustCompile(`(?s)\\.|[\\,]`)

// itemOf is a value of a filter. A comma gets a backslash, unless it has one already, and so does a backslash at the end.
func itemOf(text string) string {
	return commaOrEscape.ReplaceAllStringFunc(text, func(part string) string {
		if len(part) == 1 {
			return `\` + part
		}
		return part
	})
}

// valuesOf reads the fields of a struct of parameters: texts, lists of texts, and Opts of numbers and truth values.
// What is empty or absent is left out.
func valuesOf(op *operation, params any) url.Values {
	values := url.Values{}
	if given, ok := params.(url.Values); ok {
		return given
	}
	record := reflect.ValueOf(params)
	if !record.IsValid() {
		return values
	}
	for i := range record.NumField() {
		field, name := record.Field(i), jsonName(record.Type().Field(i))
		if field.IsZero() || (field.Kind() == reflect.Slice && field.Len() == 0) {
			continue
		}
		if field.Kind() == reflect.Slice {
			texts := make([]string, field.Len())
			for j := range texts {
				texts[j] = fmt.Sprint(field.Index(j).Interface())
				if op.hasEscapes() {
					texts[j] = itemOf(texts[j])
				}
			}
			values.Set(name, strings.Join(texts, ","))
			continue
		}
		if null, ok := field.Interface().(interface{ IsNull() bool }); !ok || !null.IsNull() {
			values.Set(name, fmt.Sprint(field.Interface()))
		}
	}
	return values
}

// newKey is a random UUID.
func newKey() string {
	var id [16]byte
	rand.Read(id[:]) // Never fails.
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
