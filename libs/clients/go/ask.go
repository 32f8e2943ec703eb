package waymark

import "context"

// Redirect is the answer of a short URL, which is not followed.
type Redirect struct {
	// Status is 301, 302, 303, 307 or 308, or 200 for a page of a link.
	Status int `json:"status"`
	// Location is where it leads, empty for a page.
	Location string `json:"location"`
}

func ask[T any](ctx context.Context, c *core, call call, options []Option) (*T, error) {
	got, err := c.send(ctx, call, options)
	if err != nil {
		return nil, err
	}
	record := new(T)
	if several, ok := any(record).(interface{ at(status int) any }); ok {
		return record, got.read(call.op, several.at(got.status))
	}
	if err := got.read(call.op, record); err != nil {
		return nil, err
	}
	return record, nil
}

func (c *core) do(ctx context.Context, call call, options []Option) error {
	_, err := c.send(ctx, call, options)
	return err
}

func (c *core) text(ctx context.Context, call call, options []Option) (string, error) {
	got, err := c.send(ctx, call, options)
	if err != nil {
		return "", err
	}
	return string(got.body), nil
}

func (c *core) file(ctx context.Context, call call, options []Option) (*File, error) {
	got, err := c.send(ctx, call, options)
	if err != nil {
		return nil, err
	}
	return &File{Header: got.header, stream: got.stream}, nil
}

func (c *core) redirect(ctx context.Context, call call, options []Option) (*Redirect, error) {
	got, err := c.send(ctx, call, options)
	if err != nil {
		return nil, err
	}
	return &Redirect{Status: got.status, Location: got.header.Get("Location")}, nil
}
