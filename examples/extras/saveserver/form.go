package main

import (
	"encoding/base64"
	"mime"
	"strings"

	"godotvariant/codec"
)

// A form is a way to write a save in a body.
type form struct {
	contentType string
	suffix      string                            // of the ETags of this form
	size        func(packet int) int              // returns the largest body of a packet
	decode      func(text []byte) ([]byte, error) // nil if a request can't have this form
	encode      func(codec.Value) ([]byte, error)
}

var forms = map[string]form{
	"application/octet-stream": {
		"application/octet-stream", "",
		func(n int) int { return n },
		func(b []byte) ([]byte, error) { return b, nil },
		packetOf,
	},
	"text/plain": {
		"text/plain; charset=us-ascii", "-base64",
		func(n int) int { return base64.StdEncoding.EncodedLen(n) + 2 }, // and a line end
		func(text []byte) ([]byte, error) {
			return base64.StdEncoding.AppendDecode(nil, text)
		},
		func(save codec.Value) ([]byte, error) {
			packet, err := packetOf(save)
			return base64.StdEncoding.AppendEncode(nil, packet), err
		},
	},
	"application/json": {
		"application/json", "-json", nil, nil,
		func(save codec.Value) ([]byte, error) { return save.MarshalJSON() },
	},
}

func packetOf(save codec.Value) ([]byte, error) { return save.Codec.Encode(save.V) }

// formOf returns the first form that an Accept header names. The default is the form of bytes.
func formOf(accept string) form {
	for part := range strings.SplitSeq(accept, ",") {
		kind, _, err := mime.ParseMediaType(part)
		if f, ok := forms[kind]; ok && err == nil {
			return f
		}
	}
	return forms["application/octet-stream"]
}

// etag returns the ETag of a save with a tag in this form.
func (f form) etag(tag string) string { return `"` + tag + f.suffix + `"` }

// tagIn returns the tag in an ETag of any form.
func tagIn(etag string) string {
	tag, _, _ := strings.Cut(strings.Trim(etag, `" `), "-")
	return tag
}

// matches reports whether a list of ETags has the tag.
func matches(list, tag string) bool {
	for etag := range strings.SplitSeq(list, ",") {
		if t := tagIn(strings.TrimPrefix(strings.TrimSpace(etag), "W/")); t == tag || t == anyTag {
			return true
		}
	}
	return false
}
