package waymark

import (
	"errors"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// Option changes how requests are sent: given to [New] for all of a client, given to a call for that call.
type Option func(*settings)

// Response is an answer as it came, for what the types do not show. See [WithResponse].
type Response struct {
	Status int
	Header http.Header
	// Body is the JSON or text of the answer, nil for files and streams.
	Body []byte
}

type settings struct {
	baseURL string
	key     secret
	// keyGiven says that the last options had the key: in those of a call, that it is of this call.
	keyGiven   bool
	client     *http.Client
	timeout    time.Duration
	maxRetries int
	header     http.Header
	faults     []error

	// Of a call only.
	idempotencyKey string
	ifMatch        string
	response       *Response
}

// secret is a text that dumps do not show.
type secret func() string

// WithAPIKey sets the API key, or an access token of a user. The default is WAYMARK_API_KEY. Operations that need no
// credential, such as Auth.Accept, are sent with one only if it is given to the call.
func WithAPIKey(key string) Option {
	return func(s *settings) {
		if strings.ContainsFunc(key, func(c rune) bool { return c <= ' ' || c >= 0x7f }) {
			s.faults = append(s.faults, errors.New("waymark: the API key has blanks or characters that no key has"))
		}
		s.key, s.keyGiven = func() string { return key }, true
	}
}

// WithBaseURL sets where Waymark is. The default is WAYMARK_BASE_URL, or else http://localhost:3000.
func WithBaseURL(base string) Option {
	return func(s *settings) {
		parsed, err := url.Parse(base)
		switch {
		case err != nil:
			s.faults = append(s.faults, errors.New("waymark: the base URL cannot be read"))
		case (parsed.Scheme != "http" && parsed.Scheme != "https") || parsed.Host == "":
			s.faults = append(s.faults, errors.New("waymark: the base URL must begin with http:// or https:// and a host"))
		case parsed.User != nil || parsed.RawQuery != "" || parsed.Fragment != "":
			s.faults = append(s.faults, errors.New("waymark: the base URL must have no user, query or fragment"))
		default:
			s.baseURL = strings.TrimRight(base, "/")
		}
	}
}

// WithHTTPClient sets the HTTP client, for a proxy or certificates. Redirects are not followed in any case. The default is
// one of [http.DefaultTransport], whose connections all clients share.
func WithHTTPClient(client *http.Client) Option {
	return func(s *settings) {
		own := *client
		own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		s.client = &own
	}
}

// WithTimeout limits one attempt until its JSON is read; for files and streams it limits the wait for the headers, then
// each silence; for uploads each silence while they are sent, then the wait for the answer. The default is a minute; 0
// means no limit. To limit a call with all its attempts use its context.
func WithTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.timeout = timeout }
}

// WithMaxRetries sets how often a failed request is repeated. The default is 2.
func WithMaxRetries(retries int) Option {
	return func(s *settings) { s.maxRetries = max(retries, 0) }
}

// WithHeader sends a header with every attempt.
func WithHeader(name, value string) Option {
	return func(s *settings) {
		if http.CanonicalHeaderKey(name) == idempotencyHeader {
			s.idempotencyKey = value
			return
		}
		s.header.Set(name, value)
	}
}

// WithIfMatch makes a change only if the record still has this ETag, else the call fails with ErrRevisionMismatch.
func WithIfMatch(etag string) Option {
	return func(s *settings) { s.ifMatch = etag }
}

// WithIdempotencyKey sets the key under which a write is done once, also by calls of other processes. Without it, each
// call has a random one for all its attempts.
func WithIdempotencyKey(key string) Option {
	return func(s *settings) { s.idempotencyKey = key }
}

// WithResponse stores status, headers and body of the last answer of the call.
func WithResponse(response *Response) Option {
	return func(s *settings) { s.response = response }
}

// settingsOf applies options, and what the environment says where they say nothing.
func settingsOf(options []Option) (settings, error) {
	set, err := settings{timeout: time.Minute, maxRetries: 2, header: http.Header{}}.with(options)
	if err != nil {
		return set, err
	}
	var missing []Option
	if set.client == nil {
		missing = append(missing, WithHTTPClient(&http.Client{}))
	}
	if set.key == nil {
		missing = append(missing, WithAPIKey(os.Getenv("WAYMARK_API_KEY")))
	}
	if base := os.Getenv("WAYMARK_BASE_URL"); set.baseURL == "" && base != "" {
		missing = append(missing, WithBaseURL(base))
	} else if set.baseURL == "" {
		missing = append(missing, WithBaseURL("http://localhost:3000"))
	}
	return set.with(missing)
}

// with returns the settings with options applied.
func (s settings) with(options []Option) (settings, error) {
	s.header = s.header.Clone()
	s.faults, s.keyGiven = nil, false
	for _, option := range options {
		option(&s)
	}
	return s, errors.Join(s.faults...)
}
