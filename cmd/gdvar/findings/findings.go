// Package findings looks for parts of saves that their owner should know of: numbers that are
// rounded, objects that a game makes, scripts that it runs, and properties that another engine
// ignores.
package findings

// A File is a save file with what was found in it. Its fields are those of gdvar scan --json.
type File struct {
	File      string       `json:"file"`
	Engine    string       `json:"engine,omitempty"`
	Precision string       `json:"precision,omitempty"`
	Frame     string       `json:"frame,omitempty"`
	Container string       `json:"container"`
	Records   int          `json:"records"`
	Counts    map[Kind]int `json:"counts"` // of all findings
	Findings  []Finding    `json:"findings"`
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

// Kinds returns the kinds of which a File may have more findings than it keeps.
func Kinds() []Kind { return []Kind{Rounded, Object, Script, Code, Damaged} }

// A Finding is one thing that was found in a save.
type Finding struct {
	Kind   Kind   `json:"kind"`
	Record *int   `json:"record,omitempty"` // if the file has several
	Path   string `json:"path,omitempty"`
	Text   string `json:"text"`
}

// Most is the greatest number of findings of one kind that a File keeps, unless all are wanted.
const Most = 10

// Add adds a finding.
func (f *File) Add(found Finding) {
	f.Counts[found.Kind]++
	f.Findings = append(f.Findings, found)
}
