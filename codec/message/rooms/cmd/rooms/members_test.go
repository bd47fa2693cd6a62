//go:build unix

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/message/rooms/natsd"
)

// memberVariable is set in a process that is a NATS server of a cluster.
const memberVariable = "ROOMS_MEMBER"

// disk is the space of each server of a cluster that startMembers starts, in bytes.
const disk = 64 << 20

// serveMember runs a NATS server. The argument text has the name of the server, its addresses for
// clients and for other members, its folder, and the addresses of all members, separated by "|".
func serveMember(text string) error {
	part := strings.Split(text, "|")
	s, err := natsd.StartMember(natsd.Member{
		Name: part[0], Address: part[1], Cluster: part[2], Folder: part[3], Members: part[4:],
		MaxStore: disk,
	})
	if err != nil {
		return err
	}

	_, err = io.Copy(io.Discard, os.Stdin) // waits until the parent has ended
	s.Shutdown()
	return err
}

// A member is a NATS server in a separate process.
type member struct {
	t       *testing.T
	address string
	text    string
	cmd     *exec.Cmd
}

// startMembers starts a cluster, whose servers can be killed one by one.
func startMembers(t *testing.T, n int) (all []*member) {
	t.Helper()
	var members []string
	for range n {
		members = append(members, freeAddress(t))
	}

	folder := t.TempDir()
	for i := range n {
		address := freeAddress(t)
		text := []string{
			fmt.Sprint("n", i), address, members[i], filepath.Join(folder, strconv.Itoa(i)),
		}
		m := &member{t: t, address: address, text: strings.Join(append(text, members...), "|")}
		m.start()
		t.Cleanup(m.kill)
		all = append(all, m)
	}
	return all
}

func (m *member) start() {
	m.cmd = exec.Command(must(os.Executable()))
	m.cmd.Env = append(os.Environ(), memberVariable+"="+m.text)
	_, err := m.cmd.StdinPipe() // the pipe is closed when this process ends
	require.NoError(m.t, err)
	require.NoError(m.t, m.cmd.Start())
}

func (m *member) signal(s syscall.Signal) { _ = m.cmd.Process.Signal(s) }

func (m *member) kill() {
	m.signal(syscall.SIGKILL)
	_ = m.cmd.Wait() // the error only says that the process was killed
}
