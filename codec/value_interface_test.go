package codec_test

import (
	"database/sql"

	"godotvariant/codec"
)

// The assertion is in a test, because in package codec it would add package sql to every program.
var _ sql.Scanner = (*codec.Value)(nil)
