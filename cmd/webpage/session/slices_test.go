package session

import (
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A job is a call whose work grows with the file. Its slices end where it calls Session.Progress.
type job struct {
	call, args string
	key        string // of the progress that it tells last
	most       int64  // done in a slice: bytes, or rows
	least      int    // slices
}

// jobs are all such calls, in an order in which each finds what it needs. The file has 1.8 MB.
var jobs = []job{
	{"open", `{"name":"made.save"}`, "read", 100_000, 30},
	{"bytes", `{"from":0,"count":200}`, "bytes", 100_000, 1},
	{"where", `{"path":"$.hp"}`, "bytes", 100_000, 10},
	{"compare", `{"name":"other"}`, "compare", 100_000, 40},
	{"table", `{"path":"$.items","count":10}`, "table", 512, 19},
	{"table", `{"path":"$.items","count":10,"sort":"\"id\"","desc":true}`, "table", 4096, 40},
	{"table", `{"path":"$.items","count":10,"filter":"9"}`, "table", 512, 19},
	{"search", `{"query":"item","slice":1}`, "search", 1 << 40, 1},

	{"view", `{"kind":"text"}`, "text", 100_000, 2},
	{"view", `{"kind":"canonical"}`, "text", 100_000, 2},
	{"view", `{"kind":"relaxed","from":{"at":300000}}`, "text", 100_000, 5},
	{"whole", `{"kind":"text"}`, "text", 100_000, 50},
	{"whole", `{"kind":"text3"}`, "text", 100_000, 50},
	{"whole", `{"kind":"lossless"}`, "text", 100_000, 50},
	{"whole", `{"kind":"relaxed"}`, "text", 100_000, 50},
	{"whole", `{"kind":"canonical"}`, "text", 100_000, 50},

	{"convert", `{"engine":"godot3","container":"plain"}`, "save", 100_000, 50},
	{"save", `{"engine":"godot3","container":"plain"}`, "save", 300_000, 50},
	{"edit", `{"op":"set","path":"$.hp","text":"7"}`, "", 0, 0},
	{"save", `{"engine":"godot4","container":"same"}`, "save", 300_000, 50},
	{"save", `{"engine":"godot4","container":"Gzip"}`, "save", 300_000, 50},
	{"bytes", `{"from":0,"count":200}`, "bytes", 100_000, 1},
	{"undo", `{}`, "", 0, 0},
}

// short are the calls whose work does not grow with the file, but with what they get or answer,
// and those that open a file in the same way as "open" does.
var short = strings.Fields(`paste sample retry unlock readAs openInside salvage rows toggle siblings
	reveal find value blob setBlob redo revert journal replay changes patch more match searchEnd at
	differences take about grid points code`)

// manyItems returns a save with 20,000 items that have a text, in a Dictionary with other pairs.
func manyItems(t *testing.T, last string) []byte {
	t.Helper()
	var items strings.Builder
	for i := range 20_000 {
		items.WriteString(`{"id": ` + strconv.Itoa(i) + `, "name": "item", "at": Vector2(1, 2)}, `)
	}

	text := `{"items": [` + items.String() + last + `], "hp": 10}`
	return pageOfText(t, text).session.file.source.data
}

// TestSlices: each job is divided into short slices. Between two slices the functions that only
// look at the file are answered, and little memory is allocated: no part of the work is outside of
// the slices.
func TestSlices(t *testing.T) {
	data := manyItems(t, "")
	other := manyItems(t, `{"id": 7}`)
	p := newPage(t)

	for _, job := range jobs {
		file := other
		if job.call == "open" {
			file = data
		}

		name := job.call + " " + job.args
		w := watch{page: p, job: job, name: name}
		p.session.Progress = w.progress
		w.objects = allocated()
		_, _, err := p.try(job.call, job.args, file)
		require.Nil(t, err, name)
		w.slice()

		p.session.Progress = nil
		require.GreaterOrEqual(t, w.slices, job.least, name)
		require.Equal(t, job.key, w.last.Key, name)
	}
}

// A watch checks the slices of a job.
type watch struct {
	page
	job     job
	name    string
	last    Progress
	slices  int
	objects uint64 // that were allocated before the slice
}

func (w *watch) progress(at Progress) {
	w.slice()
	w.slices++
	require.LessOrEqual(w, at.Done, at.Total, w.name)
	if at.Key == w.last.Key && at.Done > w.last.Done {
		require.LessOrEqual(w, at.Done-w.last.Done, w.job.most, w.name)
	}

	w.last = at
	if w.session.file != nil {
		require.Len(w, w.call("rows", `{"from":0,"count":3}`)["rows"], 3)
	}
	w.objects = allocated()
}

// slice checks the end of a slice.
func (w *watch) slice() {
	const most = 20_000
	require.Less(w, allocated()-w.objects, uint64(most),
		"%s allocates too much after %v", w.name, w.last)
}

// allocated returns the number of objects that the program has allocated.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:objects"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// TestAllCallsAreJobs: each function of the bridge is a job or short.
func TestAllCallsAreJobs(t *testing.T) {
	known := map[string]bool{}
	for _, job := range jobs {
		known[job.call] = true
	}
	for _, name := range short {
		known[name] = true
	}

	for name := range calls {
		require.True(t, known[name], name)
	}
	require.Len(t, known, len(calls))
}

// TestEditsWait: while a job reads the file, an edit waits until the job has ended.
func TestEditsWait(t *testing.T) {
	p := newPage(t)
	data := manyItems(t, "")
	p.open("made.save", data)
	before := p.text()
	const edit = `{"op":"set","path":"$.hp","text":"-4711"}`

	for _, job := range []string{
		`save {"engine":"godot3","container":"Gzip"}`, `whole {"kind":"lossless"}`,
		`view {"kind":"text","from":{"at":500000}}`, `compare {"name":"other"}`,
	} {
		name, args, _ := strings.Cut(job, " ")
		edited := make(chan error, 1)
		slices := 0

		p.session.Progress = func(Progress) {
			slices++
			if slices == 2 {
				go func() {
					_, _, err := p.session.Call("edit", []byte(edit), nil)
					edited <- err
				}()
			}
			runtime.Gosched() // a session that does not wait edits now
			require.Empty(t, edited, job)
		}

		_, out, err := p.try(name, args, data)
		p.session.Progress = nil
		require.Nil(t, err, job)
		require.Greater(t, slices, 2, job)
		require.NotContains(t, string(out), "-4711", job)
		require.NoError(t, <-edited, job)
		require.Contains(t, p.text(), "-4711", job)
		p.call("undo", "{}")
		require.Equal(t, before, p.text(), job)
	}
}
