package waymark

import (
	"encoding/json"
	"fmt"
)

// Opt is a field that can be absent, null or a value. Its zero value is absent.
type Opt[T any] struct {
	value T
	state optState
}

type optState uint8

const (
	absent optState = iota
	null
	present
)

// Value is a field with a value.
func Value[T any](value T) Opt[T] { return Opt[T]{value: value, state: present} }

// Null is a field that is null: in a change it clears the field.
func Null[T any]() Opt[T] { return Opt[T]{state: null} }

// Get returns the value, and whether there is one.
func (o Opt[T]) Get() (T, bool) { return o.value, o.state == present }

// Or returns the value, or else the other one.
func (o Opt[T]) Or(other T) T {
	if o.state == present {
		return o.value
	}
	return other
}

// IsNull says whether the field is null, and not absent.
func (o Opt[T]) IsNull() bool { return o.state == null }

// IsZero says whether the field is absent. encoding/json leaves such a field out.
func (o Opt[T]) IsZero() bool { return o.state == absent }

// MarshalJSON writes the value or null.
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if o.state == present {
		return json.Marshal(o.value)
	}
	return []byte("null"), nil
}

// UnmarshalJSON reads a value or null.
func (o *Opt[T]) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*o = Null[T]()
		return nil
	}
	var value T
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	*o = Value(value)
	return nil
}

// String shows the value, "null" or "absent".
func (o Opt[T]) String() string {
	switch o.state {
	case present:
		return fmt.Sprint(o.value)
	case null:
		return "null"
	default:
		return "absent"
	}
}
