package text_test

// A list is the arguments of a constructor, to be written and read again, with
// numbers and texts changed on the way.
type list struct {
	change func(float64) float64
	all    []any
}

func (l *list) RowMajor() bool { return true }

func (l *list) Real(f float64) {
	l.all = append(l.all, l.change(f))
}

func (l *list) Int(i int64) {
	l.all = append(l.all, i)
}

func (l *list) Uint(u uint64) {
	l.all = append(l.all, u)
}

func (l *list) Text(s string) {
	l.all = append(l.all, escaped.Replace(s))
}

// A listReader is the other side of a list.
type listReader struct {
	all  []any
	next int
	err  error
}

func (l *listReader) RowMajor() bool { return true }

func (l *listReader) More() bool { return l.next < len(l.all) }

func (l *listReader) take() any {
	l.next++
	return l.all[l.next-1]
}

func (l *listReader) Real() float64    { return l.take().(float64) }
func (l *listReader) Double() float64  { return l.take().(float64) }
func (l *listReader) Float32() float32 { return float32(l.take().(float64)) }
func (l *listReader) Int() int64       { return l.take().(int64) }
func (l *listReader) Uint() uint64     { return l.take().(uint64) }
func (l *listReader) Text() string     { return l.take().(string) }

func (l *listReader) IsText() bool {
	_, ok := l.all[l.next].(string)
	return ok
}

func (l *listReader) Fail(err error) { l.err = err }
