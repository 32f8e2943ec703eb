package waymark

import (
	"errors"
	"fmt"
)

// New makes a client. It is safe for use by several goroutines. It fails if an option, WAYMARK_API_KEY or
// WAYMARK_BASE_URL cannot be used, and sends nothing.
func New(options ...Option) (*Client, error) {
	set, err := settingsOf(options)
	if err != nil {
		return nil, err
	}
	if set.idempotencyKey != "" || set.ifMatch != "" || set.response != nil {
		return nil, errors.New("waymark: an idempotency key, an ETag and a response belong to a single call")
	}
	client := &Client{core: &core{settings: set}}
	client.attach()
	return client, nil
}

// Format shows where the client leads, and never its key.
func (c *Client) Format(state fmt.State, _ rune) {
	if c == nil || c.core == nil {
		fmt.Fprint(state, "waymark.Client(nil)")
		return
	}
	fmt.Fprintf(state, "waymark.Client(%s)", c.core.settings.baseURL)
}

type core struct{ settings settings }
