package session

import (
	"sync"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/layout"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/search"
	"godotvariant/cmd/internal/sliced"
	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/codec/savefile"
	"godotvariant/codec/savefile/zstd"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Session holds the open file. [Session.Call] is safe for concurrent use; other methods are not.
type Session struct {
	// Progress is called between the slices of long work. It may be nil. Until it returns, Call
	// answers the functions that only look at the file. So a program with one thread can answer
	// them between slices.
	Progress func(Progress)

	work sync.Mutex // locked during each call of a function that the variable looks does not name
	held sync.Mutex // locked during every call, but not while the call runs Progress

	working  bool // a call that may change the file is running
	stopping bool // Stop was called: the method report ends the running call

	file    *file
	beside  *file   // the file to compare with
	pending *source // a file that needs a secret or another option to be opened

	codecs map[savefile.Compression]savefile.Compressor
}

// Progress is the progress of long work.
type Progress struct {
	// Key is the name of the work: unpack, probe, read, search, bytes, table, compare, text, edit
	// or save.
	Key   string `json:"key"`
	Done  int64  `json:"done"`
	Total int64  `json:"total"`
}

// New returns a session without a file.
func New() *Session {
	return &Session{codecs: map[savefile.Compression]savefile.Compressor{
		savefile.Zstandard: zstd.Compressor(),
	}}
}

// report calls Progress at the end of a slice of work. During this call other calls can read the
// file. If [Session.Stop] was called, the work ends here: report panics with a value of the type
// stopped, and Call returns an error. So work must not change anything before its last call of
// report.
func (s *Session) report(key string, done, total int64) {
	s.tell(key, done, total)
	if s.stopping {
		panic(stopPanic{})
	}
}

// tell is like report, but Stop does not end the work.
func (s *Session) tell(key string, done, total int64) {
	if s.Progress == nil {
		return
	}

	s.held.Unlock()
	defer s.held.Lock()
	s.Progress(Progress{key, done, total})
}

// A stopPanic is the panic that ends work which the user has stopped.
type stopPanic struct{}

// A StopAnswer says whether there was work to stop.
type StopAnswer struct {
	Stopped bool `json:"stopped"`
}

// Stop ends the work of another call between two of its slices. The open file stays as it is.
func (s *Session) Stop(None) (StopAnswer, error) {
	s.stopping = s.working
	return StopAnswer{s.stopping}, nil
}

// None is the type of missing arguments and of an empty answer.
type None struct{}

// A data is bytes that the page has read.
type data struct{ Data []byte }

func (d *data) take(b []byte) { d.Data = b }

// A Download is a file for the page to save.
type Download struct {
	Name string `json:"name"`
	Mime string `json:"mime"`
	Size int    `json:"size"`

	data sliced.Pieces
}

// download returns a file for the page.
func download(name, mime string, data sliced.Pieces) Download {
	return Download{name, mime, data.Len(), data}
}

// A file is an open file.
type file struct {
	session *Session
	source  source

	doc       *document.Document
	container savefile.Info
	damage    error // error of a damaged file
	warnings  []message.Message

	read  variant.Variant // the value of the opened file
	value variant.Variant // the current value

	edits     journal.Journal
	repeating bool      // several edits are made one after another
	marked    editMarks // the marks that were computed last
	tree      outline.Tree
	query     *search.Search
	viewed    madeText      // the text that was made last
	index     *layout.Index // index of the bytes, or nil
	differ    *differences
}

// editMarks has the marks of the edits, and the number of these edits. The field away leaves out
// the marks of moved values that are at their original places again.
type editMarks struct {
	all   *journal.Marks
	edits int
	away  *journal.Marks
}

// A source is a file with the options to read it.
type source struct {
	name   string
	data   []byte
	save   savefile.Options // options with the secret
	engine string           // one of Opened.Readers; "" if it is detected
	budget int64            // limit for the plain bytes
}

// A madeText is a text of the current value, as far as the text has been printed. A file keeps only
// one madeText, because the text may be longer than the file.
type madeText struct {
	kind    string
	printer *sliced.Printer
}

// differences are the changes that turn the open file into the file beside it.
type differences struct {
	patch tree.Patch
	paths []variant.Path // paths of the changes, for people
}
