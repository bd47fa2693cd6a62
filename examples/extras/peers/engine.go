package main

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"godotvariant/codec"
	"godotvariant/packed"
	"godotvariant/variant"
)

//go:embed engine3.gd
var script3 string

//go:embed engine4.gd
var script4 string

// engineKind says how to find and run one version of Godot.
type engineKind struct {
	name    string
	env     string   // variable that names an executable
	path    []string // names on the PATH
	args    []string // before the script's file
	script  string
	dialect *variant.Dialect
}

func engineKinds() []engineKind {
	return []engineKind{
		{"Godot 3", "GODOT3", []string{"godot3-server", "godot3"}, []string{"--no-window", "-s"}, script3, codec.Godot3},
		{"Godot 4", "GODOT4", []string{"godot4"}, []string{"--headless", "--path", ".", "--script"}, script4, codec.Godot4},
	}
}

// startEngines starts the engines that are here. stop, which is never nil, ends
// them.
func startEngines(progress io.Writer) (engines []*engine, stop func(), err error) {
	dir, err := os.MkdirTemp("", "peers")
	stop = func() {
		for _, e := range engines {
			e.close()
		}
		os.RemoveAll(dir)
	}
	for _, kind := range engineKinds() {
		path := kind.find()
		if path == "" {
			fmt.Fprintf(progress, "no %s here: set %s to its executable\n", kind.name, kind.env)
			continue
		}
		if err != nil {
			break
		}
		var e *engine
		if e, err = kind.start(path, filepath.Join(dir, kind.env)); err == nil {
			engines = append(engines, e)
		}
	}
	return engines, stop, err
}

// find returns the executable, or "" if there is none.
func (k engineKind) find() string {
	names := k.path
	if name := os.Getenv(k.env); name != "" {
		names = []string{name}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// engine is a Godot that runs our script and waits for orders on a connection.
type engine struct {
	kind   engineKind
	codec  *codec.Codec
	conn   net.Conn
	enc    *codec.Encoder
	dec    *codec.Decoder
	loaded string // name of the workload that the script has in hand

	kill func()
	done chan struct{} // closed when the process has ended
}

// start runs the executable in dir.
func (k engineKind) start(path, dir string) (*engine, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	defer l.Close()
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "main.gd"), []byte(k.script), 0o600); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "project.godot"), []byte("config_version=5\n"), 0o600); err != nil {
		return nil, err
	}
	ctx, kill := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, path, append(k.args, "main.gd")...)
	cmd.Dir = dir
	port := l.Addr().(*net.TCPAddr).Port
	cmd.Env = append(os.Environ(), "LANG=en_US.UTF-8", "HOME="+dir, "GDPORT="+strconv.Itoa(port))
	if err := cmd.Start(); err != nil {
		kill()
		return nil, err
	}
	e := &engine{kind: k, kill: kill, done: make(chan struct{})}
	go func() {
		defer close(e.done)
		_ = cmd.Wait() // how it ended shows on the connection
	}()
	if err := e.connect(l.(*net.TCPListener)); err != nil {
		e.close()
		return nil, fmt.Errorf("%s: %w", k.name, err)
	}
	return e, nil
}

// connect waits for the script to connect.
func (e *engine) connect(l *net.TCPListener) error {
	c, err := codec.New(codec.Options{Dialect: e.kind.dialect})
	if err != nil {
		return err
	}
	if err := l.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		return err
	}
	if e.conn, err = l.Accept(); err != nil {
		return err
	}
	e.codec = c
	e.enc, e.dec = c.NewEncoder(e.conn, codec.FrameU32), c.NewDecoder(e.conn, codec.FrameU32)
	return nil
}

// close ends the process and waits for its end.
func (e *engine) close() {
	if e.conn != nil {
		e.conn.Close()
	}
	e.kill()
	<-e.done
}

// candidate returns the engine as one.
func (e *engine) candidate() candidate {
	return candidate{e.kind.name, func(w workload) (encode, decode step, err error) {
		if _, doubles := w.value.(packed.PackedFloat64Array); doubles && e.kind.dialect == codec.Godot3 {
			return nil, nil, nil // Godot 3 has no such type
		}
		return e.step(w, "encode"), e.step(w, "decode"), nil
	}}
}

func (e *engine) step(w workload, do string) step {
	return func(n int) (time.Duration, error) {
		if err := e.load(w); err != nil {
			return 0, err
		}
		usec, err := e.ask(variant.KV("do", variant.String(do)), variant.KV("times", variant.Int(n)))
		return time.Duration(usec) * time.Microsecond, err
	}
}

// load makes w the value that the script works with, and checks that the engine
// writes as many bytes of it as we do.
func (e *engine) load(w workload) error {
	if e.loaded == w.name {
		return nil
	}
	packet, err := e.codec.Encode(w.value)
	if err != nil {
		return err
	}
	size, err := e.ask(variant.KV("do", variant.String("load")), variant.KV("value", w.value))
	if err == nil && size != int64(len(packet)) {
		err = fmt.Errorf("%s writes %d bytes of %s, we write %d", e.kind.name, size, w.name, len(packet))
	}
	e.loaded = w.name
	return err
}

// ask sends an order and returns the answer.
func (e *engine) ask(order ...variant.Pair) (int64, error) {
	if err := e.conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return 0, err
	}
	if err := e.enc.Encode(variant.NewDictionary(order...)); err != nil {
		return 0, fmt.Errorf("%s: %w", e.kind.name, err)
	}
	v, err := e.dec.Decode()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", e.kind.name, err)
	}
	n, ok := v.(variant.Int)
	if !ok {
		return 0, fmt.Errorf("%s answered %v", e.kind.name, v)
	}
	return int64(n), nil
}
