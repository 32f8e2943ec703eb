package waymark

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync"
)

// Raw is JSON as the server sent it.
type Raw json.RawMessage

// String is the JSON as text.
func (r Raw) String() string { return string(r) }

// Field reads a field that has no place in the type of its record, and says whether it is there.
func (r Raw) Field(name string, into any) (bool, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(r, &fields); err != nil {
		return false, err
	}
	value, ok := fields[name]
	if !ok {
		return false, nil
	}
	return true, json.Unmarshal(value, into)
}

// decode reads a record, whose numbers of an unknown type become json.Number, and keeps its JSON. A field of another
// type than documented is left zero: the record of a write that was done must not get lost for it.
func decode(data []byte, record any, raw *Raw) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var mismatch *json.UnmarshalTypeError
	if err := decoder.Decode(record); err != nil && !errors.As(err, &mismatch) {
		return err
	}
	*raw = bytes.Clone(data)
	return nil
}

// encode writes a record with those fields of its raw JSON that its type does not know.
func encode(record any, raw Raw) ([]byte, error) {
	data, err := json.Marshal(record)
	if err != nil || len(raw) == 0 {
		return data, err
	}
	var sent, fields map[string]json.RawMessage
	if json.Unmarshal(raw, &sent) != nil {
		return data, nil
	}
	known, others := knownFields(reflect.TypeOf(record)), false
	for name := range sent {
		others = others || !known[name]
	}
	if !others {
		return data, nil
	}
	if err := json.Unmarshal(data, &fields); err != nil {
		return nil, err
	}
	for name, value := range sent {
		if !known[name] {
			fields[name] = value
		}
	}
	return json.Marshal(fields)
}

var fieldsOfTypes sync.Map // reflect.Type to map[string]bool

func knownFields(record reflect.Type) map[string]bool {
	if known, ok := fieldsOfTypes.Load(record); ok {
		return known.(map[string]bool)
	}
	known := make(map[string]bool, record.NumField())
	for i := range record.NumField() {
		known[jsonName(record.Field(i))] = true
	}
	fieldsOfTypes.Store(record, known)
	return known
}

func jsonName(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name
}

// redacted is the JSON of a record with some of its fields hidden, for dumps and logs.
func redacted(record any, secrets ...string) string {
	var fields map[string]any
	data, err := json.Marshal(record)
	if err != nil || json.Unmarshal(data, &fields) != nil {
		return "[redacted]"
	}
	for _, name := range secrets {
		if _, ok := fields[name]; ok {
			fields[name] = "[redacted]"
		}
	}
	shown, err := json.Marshal(fields)
	if err != nil {
		return "[redacted]"
	}
	return string(shown)
}

func formatRedacted(state fmt.State, record any, secrets ...string) {
	fmt.Fprint(state, redacted(record, secrets...))
}

func logRedacted(record any, secrets ...string) slog.Value {
	return slog.StringValue(redacted(record, secrets...))
}
