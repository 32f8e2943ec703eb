package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"reflect"
	"strings"
	"time"

	"waymark.example/waymark"
	"waymark.example/waymark/internal/table"
)

var errUnsupported = errors.New("the library has no such thing")

type options struct {
	APIKey         *string           `json:"api_key"`
	BaseURL        *string           `json:"base_url"`
	TimeoutMs      *int64            `json:"timeout_ms"`
	MaxRetries     *int              `json:"max_retries"`
	IfMatch        *string           `json:"if_match"`
	IdempotencyKey *string           `json:"idempotency_key"`
	Headers        map[string]string `json:"headers"`
	CancelAfterMs  *int64            `json:"cancel_after_ms"`
}

func (o options) list() []waymark.Option {
	var list []waymark.Option
	for _, one := range []struct {
		value *string
		make  func(string) waymark.Option
	}{
		{o.APIKey, waymark.WithAPIKey}, {o.BaseURL, waymark.WithBaseURL}, {o.IfMatch, waymark.WithIfMatch},
		{o.IdempotencyKey, waymark.WithIdempotencyKey},
	} {
		if one.value != nil {
			list = append(list, one.make(*one.value))
		}
	}
	if o.TimeoutMs != nil {
		list = append(list, waymark.WithTimeout(time.Duration(*o.TimeoutMs)*time.Millisecond))
	}
	if o.MaxRetries != nil {
		list = append(list, waymark.WithMaxRetries(*o.MaxRetries))
	}
	for name, value := range o.Headers {
		list = append(list, waymark.WithHeader(name, value))
	}
	return list
}

func call(client *waymark.Client, asked *request) (any, error) {
	methods := table.Methods(client)
	if past := table.Past(client); asked.With.At != "" && past[asked.Call] != nil {
		methods, asked.Args.Path = past, append(asked.Args.Path, asked.With.At)
	} else if asked.With.At != "" {
		asked.Args.Query = map[string]any{"as_of": asked.With.At}
	}
	if asked.With.Pages {
		methods = table.Pages(client)
	}
	method := reflect.ValueOf(methods[asked.Call])
	if !method.IsValid() {
		return nil, errUnsupported
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if after := asked.Options.CancelAfterMs; after != nil {
		time.AfterFunc(time.Duration(*after)*time.Millisecond, cancel)
	}
	var response waymark.Response
	arguments, err := argumentsOf(ctx, method.Type(), asked)
	if err != nil {
		return nil, err
	}
	list := append(asked.Options.list(), waymark.WithResponse(&response))
	value, err := valueOf(method.CallSlice(append(arguments, reflect.ValueOf(list))), asked)
	if !asked.With.Raw || err != nil {
		return value, err
	}
	headers := map[string]string{}
	for name := range response.Header {
		headers[strings.ToLower(name)] = response.Header.Get(name)
	}
	return map[string]any{"status": response.Status, "headers": headers, "value": value}, nil
}

// argumentsOf makes the arguments that a method takes before its options.
func argumentsOf(ctx context.Context, method reflect.Type, asked *request) ([]reflect.Value, error) {
	arguments := []reflect.Value{reflect.ValueOf(ctx)}
	path := asked.Args.Path
	for i := 1; i < method.NumIn()-1; i++ {
		parameter := method.In(i)
		source := asked.Args.Body
		switch {
		case parameter.Kind() == reflect.String && len(path) > 0:
			arguments, path = append(arguments, reflect.ValueOf(path[0])), path[1:]
			continue
		case parameter == reflect.TypeFor[*waymark.Upload]():
			upload := waymark.UploadFile(asked.Args.File)
			if asked.Args.MediaType != "" {
				upload = upload.MediaType(asked.Args.MediaType)
			}
			arguments = append(arguments, reflect.ValueOf(upload))
			continue
		case strings.HasSuffix(parameter.Name(), "Params"):
			source, _ = json.Marshal(asked.Args.Query)
		}
		argument := reflect.New(parameter)
		if len(source) > 0 {
			decoder := json.NewDecoder(bytes.NewReader(source))
			decoder.DisallowUnknownFields()
			if err := decoder.Decode(argument.Interface()); err != nil {
				return nil, err
			}
		}
		arguments = append(arguments, argument.Elem())
	}
	return arguments, nil
}

func valueOf(results []reflect.Value, asked *request) (any, error) {
	first := results[0]
	if first.Kind() == reflect.Func {
		return listOf(first, asked)
	}
	if err, _ := results[len(results)-1].Interface().(error); err != nil || len(results) == 1 {
		return nil, err
	}
	if file, ok := first.Interface().(*waymark.File); ok {
		return digest(file, asked.With.Save)
	}
	return first.Interface(), nil
}

// listOf takes the items of a list, or of each of its pages.
func listOf(list reflect.Value, asked *request) (any, error) {
	all := []any{}
	if asked.With.Take != nil && *asked.With.Take == 0 {
		return all, nil
	}
	for item, failed := range list.Seq2() {
		if err, _ := failed.Interface().(error); err != nil {
			return nil, err
		}
		value := item.Interface()
		if asked.With.Pages {
			value = item.Elem().FieldByName("Data").Interface()
		}
		if all = append(all, value); asked.With.Take != nil && len(all) >= *asked.With.Take {
			break
		}
	}
	return all, nil
}

func digest(file *waymark.File, save string) (any, error) {
	defer file.Close()
	from := io.Reader(file)
	if save != "" {
		if err := file.Save(save); err != nil {
			return nil, err
		}
		saved, err := os.Open(save)
		if err != nil {
			return nil, err
		}
		defer saved.Close()
		from = saved
	}
	hash := sha256.New()
	n, err := io.Copy(hash, from)
	return map[string]any{"bytes": n, "sha256": hex.EncodeToString(hash.Sum(nil))}, err
}

func describe(err error) map[string]any {
	described := map[string]any{"kind": kindOf(err), "message": err.Error()}
	var failure *waymark.Error
	if errors.As(err, &failure) {
		locations := []string{}
		for _, fault := range failure.Errors {
			locations = append(locations, fault.Location)
		}
		described["code"], described["status"], described["request_id"] = failure.Code, failure.Status, failure.RequestID
		described["locations"] = locations
		if failure.RequiredScope != "" {
			described["required_scope"] = failure.RequiredScope
		}
		if failure.ExistingLinkID != "" {
			described["existing_link_id"] = failure.ExistingLinkID
		}
		if failure.RetryAfter > 0 {
			described["retry_after"] = failure.RetryAfter.Seconds()
		}
	}
	var lost *waymark.SecretLostError
	if errors.As(err, &lost) {
		described["record"] = json.RawMessage(lost.Record)
	}
	return described
}

func kindOf(err error) string {
	for _, one := range []struct {
		of   error
		kind string
	}{
		{waymark.ErrInvalidRequest, "InvalidRequest"}, {waymark.ErrUnauthorized, "Unauthorized"},
		{waymark.ErrForbidden, "Forbidden"}, {waymark.ErrNotFound, "NotFound"}, {waymark.ErrConflict, "Conflict"},
		{waymark.ErrRevisionMismatch, "RevisionMismatch"}, {waymark.ErrRateLimited, "RateLimited"},
		{waymark.ErrServer, "ServerError"}, {waymark.ErrSecretLost, "SecretLost"},
		{waymark.ErrSignature, "SignatureError"}, {context.Canceled, "Cancelled"}, {waymark.ErrCut, "Cut"},
		{waymark.ErrTimeout, "TimeoutError"}, {waymark.ErrConnection, "ConnectionError"}, {errUnsupported, "Unsupported"},
	} {
		if errors.Is(err, one.of) {
			return one.kind
		}
	}
	if failure := (*waymark.Error)(nil); errors.As(err, &failure) {
		return "APIError"
	}
	return "Bug"
}
