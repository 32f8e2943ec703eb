// Package waymark is the client library of Waymark: short links whose every change is an event.
//
//	client, err := waymark.New() // WAYMARK_API_KEY, WAYMARK_BASE_URL
//	link, err := client.Links.Create(ctx, waymark.LinkCreate{DestinationURL: "https://example.com/summer"})
//
// Every call takes a context first and options last. Failed requests are repeated where that is safe, writes under one
// Idempotency-Key. Failures that the server answers are an [*Error]; all failures are told apart by [errors.Is] with
// [ErrNotFound] and its like.
//
// A field of an input that may be absent is an [Opt]: absent, [Null] or a [Value]. A field of an answer that may be
// null is a pointer. Answers are not validated: what this version does not know, a field or its type, is in Raw.
// Instants stay text in RFC 3339.
package waymark

// Version is the version of this library.
const Version = "1.0.0"
