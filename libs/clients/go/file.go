package waymark

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
)

// File is a file that the server sends. Read it, or Save it, and Close it. Reading ends with an error that is ErrCut if
// the file was cut off, and never with io.EOF then.
type File struct {
	// Header has the headers of the answer, Content-Type among them.
	Header http.Header

	stream *stream
	begun  bool
}

// Read reads the next bytes.
func (f *File) Read(into []byte) (int, error) {
	f.begun = true
	return f.stream.Read(into)
}

// Close ends the transfer, also before its end.
func (f *File) Close() error { return f.stream.Close() }

// Save writes the file to a path and closes it. The path changes only when the file has arrived as a whole: until then
// it is written beside it, and removed if it was cut off.
func (f *File) Save(path string) (err error) {
	defer f.Close()
	if f.begun {
		return errors.New("waymark: the beginning of the file was read already")
	}
	part, err := os.OpenFile(partOf(path), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("waymark: %w", err)
	}
	defer func() {
		if err != nil {
			part.Close()
			os.Remove(part.Name())
		}
	}()
	if _, err := io.Copy(part, f); err != nil {
		return err
	}
	if err := errors.Join(part.Sync(), part.Close()); err != nil {
		return fmt.Errorf("waymark: %w", err)
	}
	return os.Rename(part.Name(), path)
}

func partOf(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+newKey()+".part")
}
