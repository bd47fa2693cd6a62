package metrics

import (
	"errors"

	"godotvariant/codec/message"
	"godotvariant/variant"
)

// kinds has the label of each kind of decode error.
var kinds = []struct {
	label string
	err   error
}{
	{"truncated", variant.ErrTruncated},
	{"length", variant.ErrLength},
	{"unknown_type", variant.ErrUnknownType},
	{"flags", variant.ErrFlags},
	{"depth", variant.ErrDepth},
	{"utf8", variant.ErrUTF8},
	{"object", variant.ErrObject},
	{"node_path", variant.ErrNodePath},
	{"element_type", variant.ErrElementType},
	{"trailing", variant.ErrTrailing},
	{"limit", variant.ErrLimit},
	{"padding", variant.ErrPadding},
	{"bool", variant.ErrBool},
	{"nul", variant.ErrNUL},
	{"duplicate_key", variant.ErrDuplicateKey},
	{"unsupported", variant.ErrUnsupported},
	{"not_finite", variant.ErrNotFinite},
	{"range", variant.ErrRange},
	{"not_found", variant.ErrNotFound},
	{"wrong_type", variant.ErrWrongType},
	{"unknown_message", message.ErrUnknown},
}

// kind returns the label of a decode error.
func kind(err error) string {
	for _, k := range kinds {
		if errors.Is(err, k.err) {
			return k.label
		}
	}
	return "other"
}
