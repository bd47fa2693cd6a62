package document_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/salvage"
	"godotvariant/variant"
)

// TestSalvage: from a save that ends too early, the complete records and the readable values of the
// last record become a new save.
func TestSalvage(t *testing.T) {
	data := must(os.ReadFile("../../gdvar/testdata/saves/godot4/two.save"))
	whole := must(document.Read(data, document.Options{}))
	most := 0

	for end := int(whole.Records[1].Start) + 8; end < len(data); end++ {
		d, err := document.Read(data[:end], document.Options{})
		require.Error(t, err, end)

		root := d.Salvaged().(variant.Array)
		require.Len(t, root.Items, 2)
		require.True(t, variant.Equal(whole.Records[0].Value, root.Items[0]))

		var want variant.Variant = root
		items, _ := root.Items[1].(variant.Array)
		if len(items.Items) == 0 { // nothing is left of the record
			want = root.Items[0]
		}

		ignore := func(document.Record, []byte, []salvage.Loss) {}
		again := must(document.Read(must(d.Recovered(ignore)), document.Options{}))
		require.True(t, variant.Equal(want, again.Root()), end)

		require.GreaterOrEqual(t, len(items.Items), most, "a longer file shows no fewer values")
		most = len(items.Items)
	}

	require.Positive(t, most)
}

// TestCutTail: after CutTail, stray bytes at the end of a file do not count as a record. Bytes
// still writes them.
func TestCutTail(t *testing.T) {
	data := must(os.ReadFile("../../gdvar/testdata/saves/godot4/two.save"))
	stray := append(data[:len(data):len(data)], "stray"...)

	d, err := document.Read(stray, document.Options{})
	require.Error(t, err)
	_, err = d.PlainBytes()
	require.Error(t, err)

	require.Equal(t, len("stray"), d.CutTail())
	require.Equal(t, "stray", string(d.Tail()))
	require.Equal(t, stray, must(d.Bytes()))
	require.Len(t, d.Records, 2)

	root := d.Root().(variant.Array)
	require.NoError(t, d.SetRoot(variant.NewArray(root.Items[0])))
	require.Equal(t, string(data[:d.Records[1].Offset])+"stray", string(must(d.Bytes())))

	d, err = document.Read(data[:len(data)-3], document.Options{})
	require.Error(t, err)
	require.Zero(t, d.CutTail(), "a record that can be read in part is no tail")
}

// TestCutTailKeepsFraming: the records in front of the tail keep their framing, even if their bytes
// alone look like another framing. The first 8 bytes of the file are a frame with Nil. Without the
// tail, they are read as a packet with an empty String.
func TestCutTailKeepsFraming(t *testing.T) {
	data := []byte("\x04\x00\x00\x00\x00\x00\x00\x00" + "\x04\x00\x00\x00\xff\xff\xff\xff")
	require.Equal(t, frame.None, must(document.Read(data[:8], document.Options{})).Framing)

	d, err := document.Read(data, document.Options{})
	require.Error(t, err)
	require.Equal(t, 8, d.CutTail())
	require.Equal(t, frame.U32, d.Framing)
	require.Equal(t, variant.Nil{}, d.Root())
}
