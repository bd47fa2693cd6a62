package session

import (
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A job is a call whose work grows with the size of the file. Each of its slices ends with a call
// of Session.Progress.
type job struct {
	call, args string
	key        string // the field Key in the last call of Session.Progress
	most       int64  // greatest number of bytes or rows that a slice handles
	least      int    // least number of slices
}

// jobs are all calls whose work grows with the size of the file. Later calls need the results of
// earlier calls. The file has 1.5 MB.
var jobs = []job{
	{"open", `{"name":"made.save"}`, "read", 1 << 18, 30},
	{"bytes", `{"from":0,"count":200}`, "bytes", 1 << 18, 1},
	{"where", `{"path":"$.hp"}`, "bytes", 1 << 18, 5},
	{"compare", `{"name":"other"}`, "compare", 1 << 18, 20},
	{"table", `{"path":"$.items","count":10}`, "table", 512, 7},
	{"table", `{"path":"$.items","count":10,"sort":"\"id\"","desc":true}`, "table", 4096, 15},
	{"table", `{"path":"$.items","count":10,"filter":"9"}`, "table", 512, 7},
	{"search", `{"query":"item","slice":1}`, "search", 1 << 40, 1},

	{"view", `{"kind":"text"}`, "text", 1 << 18, 2},
	{"view", `{"kind":"canonical"}`, "text", 1 << 18, 2},
	{"view", `{"kind":"relaxed","from":{"at":300000}}`, "text", 1 << 18, 3},
	{"whole", `{"kind":"text"}`, "save", 1 << 18, 30},
	{"whole", `{"kind":"text3"}`, "save", 1 << 18, 30},
	{"whole", `{"kind":"lossless"}`, "save", 1 << 18, 30},
	{"whole", `{"kind":"relaxed"}`, "save", 1 << 18, 30},
	{"whole", `{"kind":"canonical"}`, "save", 1 << 18, 30},

	{"convert", `{"engine":"godot3","container":"plain"}`, "save", 1 << 18, 30},
	{"save", `{"engine":"godot3","container":"plain"}`, "save", 1 << 18, 30},
	{"save", `{"engine":"godot4","container":"same"}`, "save", 1 << 18, 5},
	{"edit", `{"op":"set","path":"$.hp","text":"7"}`, "", 0, 0},
	{"save", `{"engine":"godot4","container":"same"}`, "save", 1 << 18, 30},
	{"save", `{"engine":"godot4","container":"Gzip"}`, "save", 1 << 18, 30},
	{"save", `{"engine":"godot4","container":"encrypted","kind":"password","secret":"x"}`, "save",
		1 << 18, 40},
	{"bytes", `{"from":0,"count":200}`, "bytes", 1 << 18, 1},
	{"undo", `{}`, "", 0, 0},
	{"edit", `{"op":"column","path":"$.items","key":"\"name\"","text":"\"rope\""}`, "edit",
		512, 14},
	{"undo", `{}`, "edit", 512, 1},
	{"redo", `{}`, "edit", 512, 1},
}

// short are the calls that are not jobs. Their work grows only with their arguments or results, or
// they open a file in the same way as "open".
var short = strings.Fields(`paste sample retry unlock readAs openInside salvage rows toggle siblings
	reveal find value blob setBlob revert journal replay changes patch more match searchEnd at
	differences take about grid points code stop`)

// manyItems returns a save with a Dictionary. The key "items" has 4,000 items, followed by the
// items in the text moreItems.
func manyItems(t *testing.T, moreItems string) []byte {
	t.Helper()
	var items strings.Builder
	name := strings.Repeat("item ", 60)
	for i := range 4_000 {
		items.WriteString(`{"id": ` + strconv.Itoa(i) + `, "name": "` + name +
			`", "at": Vector2(1, 2)}, `)
	}

	text := `{"items": [` + items.String() + moreItems + `], "hp": 10}`
	return pageOfText(t, text).session.file.source.data
}

// filesOf returns the files for the jobs that call "open" and "compare".
func filesOf(t *testing.T) map[string][]byte {
	t.Helper()
	return map[string][]byte{"open": manyItems(t, ""), "compare": manyItems(t, `{"id": 7}`)}
}

// TestSlices: each job is divided into short slices. Between two slices the session answers the
// functions that do not change the file. A job allocates little memory between two calls of
// Progress, which shows that all work is in short slices.
func TestSlices(t *testing.T) {
	files := filesOf(t)
	p := newPage(t)

	for _, job := range jobs {
		name := job.call + " " + job.args
		w := watch{page: p, job: job, name: name}
		p.session.Progress = w.progress
		w.objects = allocated()
		_, _, err := p.try(job.call, job.args, files[job.call])
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
	objects uint64 // number of objects that were allocated before the current slice of the job
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

// slice checks that the program has allocated few objects in the slice that ends.
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

// TestUnpacking: an encrypted or compressed save is opened in slices of at most 128 KiB.
func TestUnpacking(t *testing.T) {
	p := newPage(t)
	p.open("made.save", manyItems(t, ""))
	const secret = `"kind":"password","secret":"x"`

	for _, container := range []string{"encrypted", "Gzip"} {
		args := `{"engine":"godot4","container":"` + container + `",` + secret + `}`
		_, file, fault := p.try("save", args, nil)
		require.Nil(t, fault)

		other := newPage(t)
		slices := other.countSlices("unpack", 128<<10, len(file))
		if other.open("made.save", file)["locked"] == true {
			other.call("unlock", "{"+secret+"}")
		}
		require.GreaterOrEqual(t, *slices, len(file)/(128<<10), container)
		require.Equal(t, p.text(), other.text())
	}
}

// TestSlicesOfJSON: a JSON file is read in slices of about 32 KiB.
func TestSlicesOfJSON(t *testing.T) {
	text := `{"items": [` + strings.Repeat(`{"name": "rope", "at": [1, 2]}, `, 20_000) + `0]}`
	p := newPage(t)
	p.open("made.json", []byte(text))

	slices := p.countSlices("read", 33<<10, len(text))
	p.call("readAs", `{"engine": ""}`) // reads the file again, without a copy from the page
	require.GreaterOrEqual(t, *slices, len(text)/(33<<10))
}

// countSlices counts the slices of later work with a key. It checks that no slice has more than
// most bytes, and that the total is right.
func (p page) countSlices(key string, most int64, total int) *int {
	slices := 0
	last := int64(0)
	p.session.Progress = func(at Progress) {
		if at.Key != key {
			return
		}
		require.LessOrEqual(p, at.Done-last, most)
		require.Equal(p, int64(total), at.Total)
		last = at.Done
		slices++
	}

	return &slices
}

// TestAllCallsAreJobs: each function of the bridge is listed in jobs or in short, and nothing else
// is listed there.
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
					_, err := p.session.Call("edit", []byte(edit), nil, nil)
					edited <- err
				}()
			}
			runtime.Gosched() // if the edit does not wait, it is made now
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

// TestStop: each job can be stopped after a slice. The file is unchanged, and a later job does all
// its work.
func TestStop(t *testing.T) {
	files := filesOf(t)
	p := newPage(t)
	p.open("made.save", files["open"])
	p.call("edit", `{"op":"set","path":"$.hp","text":"-4711"}`)
	before := p.text()

	for _, job := range jobs {
		if job.least < 2 {
			continue
		}

		for _, last := range []int{1, job.least} {
			slices := 0
			p.session.Progress = func(Progress) {
				if slices++; slices == last {
					require.Equal(t, true, p.call("stop", "{}")["stopped"])
				}
			}

			p.session.file.forget() // drops the texts that an earlier job has made
			_, _, fault := p.try(job.call, job.args, files[job.call])
			require.NotNil(t, fault, job)
			require.Equal(t, "stopped", fault.Code, job)
			require.Equal(t, last, slices, job)
			require.Equal(t, before, p.text(), job)
		}

		p.session.Progress = nil
		require.Equal(t, false, p.call("stop", "{}")["stopped"])
	}

	_, out, _ := p.try("whole", `{"kind":"lossless"}`, nil)
	require.Equal(t, 4_000, strings.Count(string(out), "Vector2(1, 2)"))
}
