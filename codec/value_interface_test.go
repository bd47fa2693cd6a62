package codec_test

import (
	"database/sql"

	"godotvariant/codec"
)

// The assertion stands here, because package sql would come into every program.
var _ sql.Scanner = (*codec.Value)(nil)
