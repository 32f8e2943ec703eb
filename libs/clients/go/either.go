package waymark

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// TextOrTexts is one text or a list of texts, as conditions of rules have them. One that came as something else has no
// values.
type TextOrTexts struct {
	texts []string
	many  bool
	other json.RawMessage
}

// Text is a single text.
func Text(text string) TextOrTexts { return TextOrTexts{texts: []string{text}} }

// Texts is a list of texts.
func Texts(texts ...string) TextOrTexts { return TextOrTexts{texts: texts, many: true} }

// Values returns the texts; a single text is a list of one.
func (t TextOrTexts) Values() []string { return t.texts }

// IsZero says whether there is neither a text nor a list.
func (t TextOrTexts) IsZero() bool { return !t.many && len(t.texts) == 0 && t.other == nil }

// String shows the texts with commas.
func (t TextOrTexts) String() string { return strings.Join(t.texts, ",") }

// MarshalJSON writes a text or a list.
func (t TextOrTexts) MarshalJSON() ([]byte, error) {
	if t.other != nil {
		return t.other, nil
	}
	if t.many {
		return json.Marshal(append([]string{}, t.texts...))
	}
	if len(t.texts) == 0 {
		return []byte("null"), nil
	}
	return json.Marshal(t.texts[0])
}

// UnmarshalJSON reads a text or a list.
func (t *TextOrTexts) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err == nil {
		*t = Text(text)
		return nil
	}
	var texts []string
	if err := json.Unmarshal(data, &texts); err != nil {
		*t = TextOrTexts{other: bytes.Clone(data)}
		return nil
	}
	*t = Texts(texts...)
	return nil
}

// TextOrBool is a text or a truth value: what a parameter of a visit must be, or true for its mere presence. One that
// came as something else is neither.
type TextOrBool struct{ value any }

// Equals is a text that must be equal.
func Equals(text string) TextOrBool { return TextOrBool{value: text} }

// Present is true: any value will do.
func Present() TextOrBool { return TextOrBool{value: true} }

// Text returns the text, and whether it is one.
func (t TextOrBool) Text() (string, bool) {
	text, ok := t.value.(string)
	return text, ok
}

// Bool returns the truth value, and whether it is one.
func (t TextOrBool) Bool() (value, ok bool) {
	value, ok = t.value.(bool)
	return value, ok
}

// String shows the text, "true" or "false".
func (t TextOrBool) String() string { return fmt.Sprint(t.value) }

// MarshalJSON writes a text or a truth value.
func (t TextOrBool) MarshalJSON() ([]byte, error) { return json.Marshal(t.value) }

// UnmarshalJSON reads a text or a truth value.
func (t *TextOrBool) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &t.value)
}
