package natsd_test

import (
	"net"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/message/rooms/natsd"
)

// TestStart: a server without an address serves only this process. It has JetStream, and its files
// are in the folder.
func TestStart(t *testing.T) {
	for _, sync := range []bool{false, true} {
		folder := t.TempDir()
		s, err := natsd.Start(natsd.Options{Folder: folder, SyncAlways: sync})
		require.NoError(t, err)
		t.Cleanup(natsd.Cluster{s}.Shutdown)

		require.Nil(t, s.Addr())
		require.Equal(t, filepath.Join(folder, "jetstream"), s.JetStreamConfig().StoreDir)
		require.Equal(t, sync, s.JetStreamConfig().SyncAlways)

		conn, err := nats.Connect("", nats.InProcessServer(s))
		require.NoError(t, err)
		conn.Close()
	}
}

// TestAddress: a server listens at its address, and a wrong address is an error.
func TestAddress(t *testing.T) {
	s, err := natsd.Start(natsd.Options{Address: "127.0.0.1:-1", Folder: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(natsd.Cluster{s}.Shutdown)

	addr, ok := s.Addr().(*net.TCPAddr)
	require.True(t, ok)
	require.True(t, addr.IP.IsLoopback())

	conn, err := nats.Connect(s.ClientURL())
	require.NoError(t, err)
	conn.Close()

	for _, wrong := range []string{"127.0.0.1", "127.0.0.1:nats", "::1:4222"} {
		_, err := natsd.Start(natsd.Options{Address: wrong, Folder: t.TempDir()})
		require.Error(t, err, wrong)

		m := natsd.Member{Name: "a", Address: wrong, Cluster: "127.0.0.1:-1", Folder: t.TempDir()}
		_, err = natsd.StartMember(m)
		require.Error(t, err, wrong)

		m.Address, m.Cluster = m.Cluster, wrong
		_, err = natsd.StartMember(m)
		require.Error(t, err, wrong)
	}
}

// TestCluster: the servers of a cluster have different names and folders, and store a stream on all
// of them at once. A client gets no addresses of other servers. After Shutdown no server runs.
func TestCluster(t *testing.T) {
	folder := t.TempDir()
	c, err := natsd.StartCluster(3, folder)
	require.NoError(t, err)
	t.Cleanup(c.Shutdown)

	for i, s := range c {
		number := strconv.Itoa(i + 1)
		require.Equal(t, "rooms-"+number, s.Name())
		want := filepath.Join(folder, number, "jetstream")
		require.Equal(t, want, s.JetStreamConfig().StoreDir)
	}

	conn, err := nats.Connect(c[0].ClientURL())
	require.NoError(t, err)
	defer conn.Close()
	require.Empty(t, conn.DiscoveredServers())

	js, err := jetstream.New(conn)
	require.NoError(t, err)
	_, err = js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "all", Replicas: len(c)})
	require.NoError(t, err)

	c.Shutdown()
	for _, s := range c {
		require.False(t, s.Running())
	}
}

// TestMember: a member has the greatest number of bytes that its options say.
func TestMember(t *testing.T) {
	s, err := natsd.StartMember(natsd.Member{Name: "a", Address: "127.0.0.1:-1",
		Cluster: "127.0.0.1:-1", Folder: t.TempDir(), MaxStore: 5 << 20})
	require.NoError(t, err)
	t.Cleanup(natsd.Cluster{s}.Shutdown)

	require.Equal(t, int64(5<<20), s.JetStreamConfig().MaxStore)
	require.Equal(t, "a", s.Name())
}
