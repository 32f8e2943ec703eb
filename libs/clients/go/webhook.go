package waymark

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// tolerance is how far the time of a delivery may be from now.
const tolerance = 5 * time.Minute

// Unwrap verifies a delivery to a webhook by the rules of Standard Webhooks, and reads its event. The body must be the
// bytes as they came. The secret is the text "whsec_…", or several of them while it is being rotated: one must have
// signed. A failure is ErrSignature, but for a signed body that cannot be read. The event may be nil.
func Unwrap[S string | []string](body []byte, header http.Header, secret S, now time.Time, event *WebhookEvent) error {
	id, stamp := headerOf(header, "webhook-id"), headerOf(header, "webhook-timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if id == "" || err != nil {
		return fmt.Errorf("waymark: %w: webhook-id or webhook-timestamp is missing", ErrSignature)
	}
	if age := now.Sub(time.Unix(seconds, 0)); age > tolerance || age < -tolerance {
		return fmt.Errorf("waymark: %w: its time is more than %s away", ErrSignature, tolerance)
	}
	keys, err := signingKeys(any(secret))
	if err != nil {
		return err
	}
	if !signed(keys, id+"."+stamp+".", body, headerOf(header, "webhook-signature")) {
		return fmt.Errorf("waymark: %w: no signature is of this body and secret", ErrSignature)
	}
	if event == nil {
		return nil
	}
	if err := json.Unmarshal(body, event); err != nil {
		return fmt.Errorf("waymark: the event cannot be read: %w", err)
	}
	return nil
}

func signed(keys [][]byte, prefix string, body []byte, signatures string) bool {
	for _, key := range keys {
		hash := hmac.New(sha256.New, key)
		hash.Write([]byte(prefix))
		hash.Write(body)
		sum := hash.Sum(nil)
		for _, signature := range strings.Fields(signatures) {
			text, ok := strings.CutPrefix(signature, "v1,")
			given, err := base64.StdEncoding.DecodeString(text)
			if ok && err == nil && hmac.Equal(given, sum) {
				return true
			}
		}
	}
	return false
}

// signingKeys decodes secrets. An empty one would be a key that anybody has.
func signingKeys(secret any) ([][]byte, error) {
	secrets, ok := secret.([]string)
	if !ok {
		secrets = []string{secret.(string)}
	}
	keys := make([][]byte, 0, len(secrets))
	for _, text := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(text, "whsec_"))
		if err != nil || len(key) == 0 {
			return nil, fmt.Errorf("waymark: %w: the secret is not of the form whsec_…", ErrSignature)
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// headerOf finds a header whatever its case: headers of other frameworks may not be canonical.
func headerOf(header http.Header, name string) string {
	if value := header.Get(name); value != "" {
		return value
	}
	for other, values := range header {
		if strings.EqualFold(other, name) && len(values) > 0 {
			return values[0]
		}
	}
	return ""
}
