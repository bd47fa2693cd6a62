// Package findings looks for parts of saves that a user should know about: numbers that would be
// rounded, objects that a game would create, scripts that a game would run, and properties that
// another engine would ignore.
package findings

import "path/filepath"

// A File is a file with its findings. The command gdvar scan --json prints its fields.
type File struct {
	File      string       `json:"file"`
	Engine    string       `json:"engine,omitempty"`
	Precision string       `json:"precision,omitempty"`
	Frame     string       `json:"frame,omitempty"`
	Container string       `json:"container"`
	Skipped   string       `json:"not_looked_at,omitempty"` // reason why gdvar skipped the file
	Records   int          `json:"records"`
	Counts    map[Kind]int `json:"counts"` // number of all findings of a kind
	Findings  []Finding    `json:"findings"`
}

// New returns a File without findings.
func New(name string) *File {
	return &File{File: filepath.ToSlash(name), Counts: map[Kind]int{}, Findings: []Finding{}}
}

// A Kind is the kind of a finding.
type Kind string

// The kinds of findings.
const (
	Rounded Kind = "rounded"
	Object  Kind = "object"
	Script  Kind = "script"
	Code    Kind = "code"
	Damaged Kind = "damaged"
	Locked  Kind = "locked"
)

// Kinds returns the kinds of findings that a File counts but may not list completely.
func Kinds() []Kind { return []Kind{Rounded, Object, Script, Code, Damaged} }

// A Finding is a part of a file that a user should know about.
type Finding struct {
	Kind   Kind   `json:"kind"`
	Record *int   `json:"record,omitempty"` // nil if the file has only one record
	Path   string `json:"path,omitempty"`
	Text   string `json:"text"`
}

// Most is the limit for the findings of one kind that a File keeps. Rule.All removes the limit.
const Most = 10

// Add adds a finding.
func (f *File) Add(found Finding) {
	f.Counts[found.Kind]++
	f.Findings = append(f.Findings, found)
}
