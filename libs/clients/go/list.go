package waymark

import (
	"context"
	"errors"
	"iter"
	"strconv"
)

// page is a page of a list, as generated types have it.
type page[T any] interface {
	items() []T
	mark() mark
}

// mark says where a list goes on.
type mark struct {
	cursor             string
	page, limit, total int64
	// minimum says that there may be more than total.
	minimum bool
	count   int
}

// First returns the first item or page of a list, without asking for more pages; false if there is none.
func First[T any](list iter.Seq2[T, error]) (first T, ok bool, err error) {
	for one, err := range list {
		return one, err == nil, err
	}
	return first, false, nil
}

// Collect returns all items or pages of a list.
func Collect[T any](list iter.Seq2[T, error]) ([]T, error) {
	var all []T
	for one, err := range list {
		if err != nil {
			return all, err
		}
		all = append(all, one)
	}
	return all, nil
}

// pagesOf asks for pages as they are needed.
func pagesOf[L any, P interface {
	*L
	mark() mark
}](ctx context.Context, c *core, call call, options []Option) iter.Seq2[P, error] {
	return func(yield func(P, error) bool) {
		call, query := call, valuesOf(call.op, call.query)
		sort := query.Get("sort")
		byCursor := query.Has("cursor") || call.op.cursor && !query.Has("page") && (sort == "" || sort == "created_at")
		if byCursor && !query.Has("cursor") {
			query.Set("cursor", "")
		}
		call.query = query
		for {
			got, err := ask[L](ctx, c, call, options)
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(P(got), nil) {
				return
			}
			mark := P(got).mark()
			if byCursor && mark.cursor != "" && mark.cursor == query.Get("cursor") {
				yield(nil, errors.New("waymark: "+call.op.id+": the cursor of the next page is that of this one"))
				return
			}
			if mark.last(byCursor) {
				return
			}
			if byCursor {
				query.Set("cursor", mark.cursor)
			} else {
				query.Set("page", strconv.FormatInt(mark.page+1, 10))
			}
		}
	}
}

func (m mark) last(byCursor bool) bool {
	switch {
	case byCursor:
		return m.cursor == ""
	case m.minimum:
		return int64(m.count) < m.limit || m.count == 0
	default:
		return m.page*m.limit >= m.total || m.count == 0
	}
}

// itemsOf yields the items of pages.
func itemsOf[T any, P page[T]](pages iter.Seq2[P, error]) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for page, err := range pages {
			if err != nil {
				yield(nil, err)
				return
			}
			items := page.items()
			for i := range items {
				if !yield(&items[i], nil) {
					return
				}
			}
		}
	}
}

func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
