package variant

// The tests call the functions for formats as methods.

type Settings = settings

func NewFormat(s Settings) (*Format, error) { return newFormat(s) }

func (f *Format) Append(dst []byte, v Variant) ([]byte, error) { return f.appendValue(dst, v) }

func (f *Format) Write(dst []byte, put func(*Writer)) ([]byte, error) { return f.encode(dst, put) }

func (f *Format) Decode(b []byte) (Variant, error) {
	v, _, err := f.decode(b, true)
	return v, err
}

func (f *Format) DecodeFirst(b []byte) (Variant, int, error) { return f.decode(b, false) }

func (f *Format) Valid(b []byte) error {
	_, err := f.valid(b, true)
	return err
}

func (f *Format) ValidFirst(b []byte) (int, error) { return f.valid(b, false) }

func (f *Format) Read(b []byte, get func(*Reader)) error { return kernel{}.Read(f, b, true, get) }

func (f *Format) Trace(b []byte, on func(TraceEvent)) (int, error) { return kernel{}.Trace(f, b, on) }

func (f *Format) TypeOf(header uint32) Type { return kernel{}.TypeOf(f, header) }

func (f *Format) Dialect() *Dialect { return &f.dialect }

func (f *Format) Limits() Limits { return f.limits }

// A PacketReader reads the packets of one stream.
type PacketReader struct {
	r      Reader
	f      *Format
	source source
}

func (f *Format) PacketReader(source func(buf []byte, n int) ([]byte, error)) *PacketReader {
	return &PacketReader{f: f, source: source}
}

func (p *PacketReader) Next(buf []byte) ([]byte, error) {
	return kernel{}.NextPacket(&p.r, p.f, buf, p.source)
}

func (f *Format) Settings() settings {
	return settings{Precision: f.precision, FullObjects: f.fullObjects, Mode: f.mode}
}
