package session

import (
	"cmp"

	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/webpage/session/format"
	"godotvariant/codec/savefile"
)

// OpenArgs has a file that the page has read.
type OpenArgs struct {
	Name   string `json:"name"`
	Budget int64  `json:"budget"` // limit for the plain bytes; 0 means 64 MiB
	data
}

// Open opens a file. If the file is encrypted, Opened.Locked is true, and [Session.Retry] opens the
// file. After an error the session still has the previous file.
func (s *Session) Open(a OpenArgs) (Opened, error) {
	return s.open(source{name: a.Name, data: a.Data, budget: cmp.Or(a.Budget, defaultBudget)})
}

// open opens a file, which becomes the file of the session.
func (s *Session) open(src source) (Opened, error) {
	f, err := s.load(src)
	if locked(err) {
		s.pending = &src
		return Opened{Name: src.name, Locked: true}, nil
	}

	if err != nil {
		s.pending = &src
		return Opened{}, err
	}

	s.file = f
	s.pending = nil
	return f.opened(), nil
}

// RetryArgs has the secret and options for a file that could not be opened.
type RetryArgs struct {
	Secret
	Engine string `json:"engine"`
	Budget int64  `json:"budget"`
}

// Retry opens a file that was locked, unknown or larger than its budget.
func (s *Session) Retry(a RetryArgs) (Opened, error) {
	if s.pending == nil {
		return Opened{}, message.NewFault("noFile", nil)
	}

	src := *s.pending
	src.engine = cmp.Or(a.Engine, src.engine)
	src.budget = cmp.Or(a.Budget, src.budget)

	if a.Kind != "" || a.Secret.Secret != "" {
		if err := a.fill(&src.save); err != nil {
			return Opened{}, err
		}
	}

	return s.open(src)
}

// ReadAs opens the file again for another engine. It discards the edits.
func (f *file) ReadAs(a struct{ Engine string }) (Opened, error) {
	src := f.source
	src.engine = a.Engine
	return f.session.open(src)
}

// Secret is the input of a password or a key.
type Secret struct {
	Kind   string `json:"kind"` // "password" or "key"
	Secret string `json:"secret"`
}

// fill puts the secret into options.
func (a Secret) fill(o *savefile.Options) (err error) {
	o.Password = ""
	o.Key = nil

	switch {
	case a.Secret == "" && a.Kind == "key":
		return message.NewFault("secretKeyMissing", nil).At("secret")
	case a.Secret == "":
		return message.NewFault("passwordMissing", nil).At("secret")
	case a.Kind == "key":
		o.Key, err = format.ParseKey(a.Secret)
	default:
		o.Password = a.Secret
	}

	return err
}
