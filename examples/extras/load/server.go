package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"time"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/internal/test/enginetest"
	"godotvariant/math"
)

// step is the vector that servers add to a position.
var step = math.V2(1, 2)

// newServer returns the server in Go, which answers ping with pong.
func newServer(p *packet.Protocol) *multiplayer.Server {
	server := multiplayer.NewServer(multiplayer.Options{Protocol: p})

	node := server.World().Node("Main")
	node.Declare(multiplayer.Method{Name: "pong"})
	node.Handle(multiplayer.Method{Name: "ping", Access: multiplayer.ByAnyPeer},
		func(p *multiplayer.Peer, number int, at math.Vector2) error {
			return node.Call(p.ID(), "pong", number, at.Add(step))
		})

	return server
}

// A server is a program that the clients call. It listens at the port in the variable GDPORT.
type server struct {
	name     string
	protocol *packet.Protocol
	command  func(ctx context.Context) (*exec.Cmd, error)
}

// servers returns, for each engine, the server in the engine, and the server in Go for clients of
// the same engine.
func servers() []server {
	own := func(protocol string) func(context.Context) (*exec.Cmd, error) {
		return func(ctx context.Context) (*exec.Cmd, error) {
			self, err := os.Executable()
			return exec.CommandContext(ctx, self, "-serve", protocol), err
		}
	}
	godot := func(
		find func() (string, error), args ...string,
	) func(context.Context) (*exec.Cmd, error) {
		return func(ctx context.Context) (*exec.Cmd, error) {
			program, err := find()
			return exec.CommandContext(ctx, program, args...), err
		}
	}

	return []server{
		{"Godot 3", packet.Godot3,
			godot(enginetest.Program3, "--no-window", "--path", "load/godot3")},
		{"Go for Godot 3", packet.Godot3, own("Godot3")},
		{"Godot 4", packet.Godot4,
			godot(enginetest.Program4, "--headless", "--path", "load/godot4")},
		{"Go for Godot 4", packet.Godot4, own("Godot4")},
	}
}

// start starts the program, and returns its address. The function end ends the program, and returns
// its processor time.
func (s server) start(
	ctx context.Context, w way,
) (address string, end func() time.Duration, err error) {
	ctx, cancel := context.WithCancel(ctx)
	cmd, err := s.command(ctx)
	if err == nil {
		address, err = freeAddress()
	}
	if err != nil {
		cancel()
		return "", nil, err
	}

	_, port, _ := net.SplitHostPort(address)
	cmd.Env = append(os.Environ(), "GDPORT="+port, "LANG=en_US.UTF-8", w.variable())
	if err := cmd.Start(); err != nil {
		cancel()
		return "", nil, err
	}

	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // the error is expected: end kills the program
		cancel()
		close(ended)
	}()
	end = func() time.Duration {
		cancel()
		<-ended
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	if w.enet {
		return address, end, nil // clients try to connect until the server listens
	}
	if err := listening(ctx, address); err != nil {
		end()
		return "", nil, fmt.Errorf("%s: %w", s.name, err)
	}
	return address, end, nil
}

// freeAddress returns an address at which no program listens.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// listening waits until a program listens at an address.
func listening(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err == nil {
			return conn.Close()
		}
		if ctx.Err() != nil {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
}
