package codec_test

import (
	"database/sql"

	"godotvariant/codec"
)

// The assertion is in a test, because it would add package sql to every program.
var _ sql.Scanner = (*codec.Value)(nil)
