package waymark

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Upload is a file to send. See [UploadFile], [UploadBytes] and [UploadReader].
type Upload struct {
	mediaType  string
	repeatable bool
	// open returns the content from its start, and its length in bytes, -1 if that is unknown.
	open func() (io.ReadCloser, int64, error)
}

// UploadFile sends the file at a path: as NDJSON if it ends on .ndjson, .jsonl or .json, else as CSV. See
// [Upload.MediaType] for another type.
func UploadFile(path string) *Upload {
	mediaType := "text/csv"
	switch strings.ToLower(filepath.Ext(path)) {
	case ".ndjson", ".jsonl", ".json":
		mediaType = "application/x-ndjson"
	}
	return &Upload{mediaType: mediaType, repeatable: true, open: func() (io.ReadCloser, int64, error) {
		file, err := os.Open(path)
		if err != nil {
			return nil, 0, err
		}
		info, err := file.Stat()
		if err != nil || info.IsDir() {
			file.Close()
			return nil, 0, errors.Join(err, errors.New("waymark: "+path+" is not a file"))
		}
		return file, info.Size(), nil
	}}
}

// UploadBytes sends bytes of a media type.
func UploadBytes(content []byte, mediaType string) *Upload {
	return &Upload{mediaType: mediaType, repeatable: true, open: func() (io.ReadCloser, int64, error) {
		return newPayload(content), int64(len(content)), nil
	}}
}

// UploadReader sends what a reader has. A request is repeated only if the reader is an io.Seeker, from where it stands
// now. The reader must not be used before the call is over.
func UploadReader(content io.Reader, mediaType string) *Upload {
	upload := &Upload{mediaType: mediaType}
	seeker, ok := content.(io.Seeker)
	var start int64
	if ok {
		var err error
		start, err = seeker.Seek(0, io.SeekCurrent)
		upload.repeatable = err == nil
	}
	lock, last := &sync.Mutex{}, &turn{}
	upload.open = func() (io.ReadCloser, int64, error) {
		lock.Lock()
		defer lock.Unlock()
		last.over = true
		if upload.repeatable {
			if _, err := seeker.Seek(start, io.SeekStart); err != nil {
				return nil, 0, err
			}
		}
		last = &turn{lock: lock, content: content}
		return last, -1, nil
	}
	return upload
}

// turn reads for one attempt. net/http may still read for an attempt that is over.
type turn struct {
	lock    *sync.Mutex
	content io.Reader
	over    bool
}

func (t *turn) Read(into []byte) (int, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.over {
		return 0, io.ErrClosedPipe
	}
	return t.content.Read(into)
}

func (t *turn) Close() error { return nil }

// MediaType returns the upload with another media type.
func (u *Upload) MediaType(mediaType string) *Upload {
	other := *u
	other.mediaType = mediaType
	return &other
}

// payload is a body in memory of a type of its own: net/http would make one of bytes.Reader repeatable by itself.
type payload struct{ *bytes.Reader }

func newPayload(content []byte) payload { return payload{bytes.NewReader(content)} }

func (payload) Close() error { return nil }
