/*
Package websocket carries the messages of package transport over WebSocket, each as one binary
message. It is a separate module, because it needs github.com/coder/websocket.

	web, err := websocket.Listen(":9001", websocket.Options{})
	err = server.Serve(web)

The server is a transport.Server, a message.Server or a multiplayer.Server. For other pages at the
same address, or for TLS, use the [Listener] as an http.Handler:

	web := websocket.New(websocket.Options{})
	site.Handle("/play", web)
	go server.Serve(web)
	err := http.ListenAndServeTLS(":443", "cert.pem", "key.pem", site)

Give such an http.Server a ReadHeaderTimeout: a connection is not counted before its header has
come. Listen gives it 10 seconds.

# The multiplayer of Godot

In Godot's multiplayer over WebSocket, the server sends the first message, with the ID of the
client. So a multiplayer.Server has to know the family of a game before the game sends a message.
[Request] has the path:

	server := multiplayer.NewServer(
		multiplayer.Options{}, multiplayer.Options{Protocol: packet.Godot3})
	server.Choose = func(c transport.Conn) *multiplayer.World {
		if websocket.Request(c).URL.Path == "/godot3" {
			return server.Worlds()[1]
		}
		return server.World()
	}

# The end

The side that closes tells the other one the reason, as a close code and a text, such as 1013 "full:
the server is full". Godot: WebSocketPeer.get_close_code, get_close_reason.

	code  reason
	1000  the client left, transport.ErrEnded
	1001  transport.ErrClosed
	1002  transport.ErrProtocol
	1009  variant.ErrLimit
	1011  transport.ErrPanic
	1013  transport.ErrFull
	1008  any other

Receive returns io.EOF after 1000, 1001 and a close without a code, so a restart of a server is an
orderly end. After another code the error is of the kind that the text names.
*/
package websocket
