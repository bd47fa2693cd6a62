package journal

import (
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/outline"
	"godotvariant/variant"
)

// An Entry has the data that the journal keeps about an edit, besides its patch.
type Entry struct {
	Args    EditArgs
	Message message.Message
	Focus   outline.Place // place of the row to select after the edit
	Back    outline.Place // place of the row to select after undoing the edit
	From    variant.Path
	To      variant.Path // new path of a value that was renamed or moved
	Old     variant.Variant
	New     variant.Variant
}

// EditArgs has the arguments of one edit. Op decides which of the other fields are used.
type EditArgs struct {
	Op     string     `json:"op"`
	Path   string     `json:"path"`
	Text   *string    `json:"text,omitempty"`  // GDScript
	Plain  *string    `json:"plain,omitempty"` // text without quotes, a number, true or false
	Parts  []string   `json:"parts,omitempty"` // for a vector and similar values
	Hex    string     `json:"hex,omitempty"`   // for a color
	Type   string     `json:"type,omitempty"`
	Key    *string    `json:"key,omitempty"`
	At     *int       `json:"at,omitempty"`
	To     *int       `json:"to,omitempty"`
	Cells  []Cell     `json:"cells,omitempty"`
	Edits  []EditArgs `json:"edits,omitempty"`
	Retype bool       `json:"retype,omitempty"` // the edit may change the type
}

// A Cell is one of several elements that an edit sets.
type Cell struct {
	At   int    `json:"at"`
	Text string `json:"text"`
}
