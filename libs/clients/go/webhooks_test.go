package waymark_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"waymark.example/waymark"
)

// The vector of the standard's own libraries.
const (
	vectorSecret    = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	vectorBody      = `{"test": 2432232314}`
	vectorSignature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
)

var vectorTime = time.Unix(1614265330, 0)

func vectorHeader(signature string) http.Header {
	// As a framework hands it over that keeps names as they came.
	return http.Header{
		"webhook-id": {"msg_p5jXN8AQM9LWM0D4loKWxJek"}, "webhook-timestamp": {"1614265330"},
		"webhook-signature": {signature},
	}
}

func TestTheVectorOfTheStandardIsAccepted(t *testing.T) {
	signatures := "v1a,ignored v1,bm9ldUhLaUhLaUhLaUhLaUhLaUhLaUhLaUhLaUhLaUhL " + vectorSignature
	for _, at := range []time.Duration{-5 * time.Minute, 0, 5 * time.Minute} {
		var event waymark.WebhookEvent
		err := waymark.Unwrap([]byte(vectorBody), vectorHeader(signatures), vectorSecret, vectorTime.Add(at), &event)
		if err != nil || event.Raw.String() != vectorBody || event.Event != nil {
			t.Fatal(err)
		}
	}
	both := []string{"whsec_bmV3ZXI=", vectorSecret}
	if err := waymark.Unwrap([]byte(vectorBody), vectorHeader(vectorSignature), both, vectorTime, nil); err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsNotSignedIsRefused(t *testing.T) {
	for name, refused := range map[string]struct {
		body, secret, signature string
		at                      time.Time
	}{
		"another body":    {`{"test":2432232314}`, vectorSecret, vectorSignature, vectorTime},
		"another secret":  {vectorBody, "whsec_bmV3ZXI=", vectorSignature, vectorTime},
		"no secret":       {vectorBody, "", vectorSignature, vectorTime},
		"no signature":    {vectorBody, vectorSecret, "", vectorTime},
		"a cut signature": {vectorBody, vectorSecret, vectorSignature[:20], vectorTime},
		"an old one":      {vectorBody, vectorSecret, vectorSignature, vectorTime.Add(301 * time.Second)},
		"a future one":    {vectorBody, vectorSecret, vectorSignature, vectorTime.Add(-301 * time.Second)},
	} {
		err := waymark.Unwrap([]byte(refused.body), vectorHeader(refused.signature), refused.secret, refused.at, nil)
		if !errors.Is(err, waymark.ErrSignature) {
			t.Errorf("%s: %v", name, err)
		}
	}
	err := waymark.Unwrap([]byte(vectorBody), http.Header{}, vectorSecret, vectorTime, nil)
	if !errors.Is(err, waymark.ErrSignature) {
		t.Error(err)
	}
}

func TestAnEventIsReadByItsType(t *testing.T) {
	read := func(body string) (event waymark.WebhookEvent) {
		key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(vectorSecret, "whsec_"))
		hash := hmac.New(sha256.New, key)
		hash.Write([]byte("evt_1.1614265330." + body))
		header := vectorHeader("v1," + base64.StdEncoding.EncodeToString(hash.Sum(nil)))
		header["webhook-id"] = []string{"evt_1"}
		if err := waymark.Unwrap([]byte(body), header, vectorSecret, vectorTime, &event); err != nil {
			t.Fatal(err)
		}
		return event
	}
	event := read(`{"id":"evt_1","type":"link.updated","data":{"id":"link_1"},"previous":{"title":null}}`)
	updated, ok := event.Event.(*waymark.LinkWebhookEvent)
	if !ok || updated.Data.ID != "link_1" || event.ID != "evt_1" {
		t.Fatal(event)
	}
	if event = read(`{"id":"evt_2","type":"moon.risen"}`); event.Event != nil || event.Type != "moon.risen" {
		t.Fatal(event)
	}
}
