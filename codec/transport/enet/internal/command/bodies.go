package command

import "encoding/binary"

// A Handshake is the body of a CONNECT or VERIFY_CONNECT. A VERIFY_CONNECT has no Data.
//
//	offset  size  field
//	0       2     number of the connection
//	2       1     session of the datagrams to the client
//	3       1     session of the datagrams to the server
//	4       4     MTU
//	8       4     window
//	12      4     channels
//	16      8     incoming and outgoing bandwidth, in bytes a second, 0 for no limit
//	24      12    interval, acceleration and deceleration of the throttle
//	36      4     connect ID, which the client has chosen
//	40      4     data, only in CONNECT
type Handshake struct {
	Peer               uint16
	ToClient, ToServer uint8 // 0xff means that there is no session yet
	MTU, Window        uint32
	Channels           uint32
	Incoming, Outgoing uint32
	Throttle           Throttle
	ConnectID          uint32
	Data               uint32
}

// A Throttle is the body of THROTTLE_CONFIGURE.
type Throttle struct{ Interval, Acceleration, Deceleration uint32 }

// ParseHandshake returns the body of a CONNECT or VERIFY_CONNECT.
func ParseHandshake(body []byte) Handshake {
	u32 := func(at int) uint32 { return binary.BigEndian.Uint32(body[at:]) }

	h := Handshake{
		Peer:      binary.BigEndian.Uint16(body),
		ToClient:  body[2],
		ToServer:  body[3],
		MTU:       u32(4),
		Window:    u32(8),
		Channels:  u32(12),
		Incoming:  u32(16),
		Outgoing:  u32(20),
		Throttle:  Throttle{u32(24), u32(28), u32(32)},
		ConnectID: u32(36),
	}

	if len(body) == Connect.Size()-header {
		h.Data = u32(40)
	}

	return h
}

// Body returns the body of a command. The argument k is Connect or VerifyConnect.
func (h Handshake) Body(k Kind) []byte {
	b := binary.BigEndian.AppendUint16(nil, h.Peer)
	b = append(b, h.ToClient, h.ToServer)
	b = appendUint32s(b, h.MTU, h.Window, h.Channels, h.Incoming, h.Outgoing)
	b = appendUint32s(b, h.Throttle.Interval, h.Throttle.Acceleration, h.Throttle.Deceleration)
	b = appendUint32s(b, h.ConnectID)
	if k == Connect {
		b = appendUint32s(b, h.Data)
	}

	return b
}

// A Fragment is the body of SEND_FRAGMENT and SEND_UNRELIABLE_FRAGMENT, without the length of the
// data.
//
//	offset  size  field
//	0       2     reliable number of the first fragment, or unreliable number of the packet
//	2       2     length of the data
//	4       4     number of fragments
//	8       4     index of this fragment, from 0
//	12      4     length of the packet
//	16      4     offset of the data in the packet
type Fragment struct {
	Start                       uint16
	Count, Index, Total, Offset uint32
}

// ParseFragment returns the body of a fragment.
func ParseFragment(body []byte) Fragment {
	return Fragment{
		Start:  binary.BigEndian.Uint16(body),
		Count:  binary.BigEndian.Uint32(body[4:]),
		Index:  binary.BigEndian.Uint32(body[8:]),
		Total:  binary.BigEndian.Uint32(body[12:]),
		Offset: binary.BigEndian.Uint32(body[16:]),
	}
}

// Body returns the body of a fragment with n bytes of data.
func (f Fragment) Body(n int) []byte {
	b := Lengths(f.Start, n)
	return appendUint32s(b, f.Count, f.Index, f.Total, f.Offset)
}

// An Ack is the body of ACKNOWLEDGE: the number of a command, and the time in the head of the
// datagram that contained the command.
type Ack struct{ Number, Time uint16 }

// ParseAck returns the body of an ACKNOWLEDGE.
func ParseAck(body []byte) Ack {
	return Ack{binary.BigEndian.Uint16(body), binary.BigEndian.Uint16(body[2:])}
}

// Append appends a whole ACKNOWLEDGE to dst: the header of the command and the body.
func (a Ack) Append(dst []byte, channel uint8) []byte {
	dst = append(dst, byte(Acknowledge), channel)
	dst = binary.BigEndian.AppendUint16(dst, a.Number)
	dst = binary.BigEndian.AppendUint16(dst, a.Number)
	return binary.BigEndian.AppendUint16(dst, a.Time)
}

// Length returns the body of a SEND_RELIABLE with n bytes of data.
func Length(n int) []byte { return binary.BigEndian.AppendUint16(nil, uint16(n)) }

// Lengths returns the body of a SEND_UNRELIABLE or SEND_UNSEQUENCED that is followed by n bytes of
// data.
func Lengths(number uint16, n int) []byte {
	return binary.BigEndian.AppendUint16(Length(int(number)), uint16(n))
}

// Uint16 returns the number at the start of a body.
func Uint16(body []byte) uint16 { return binary.BigEndian.Uint16(body) }

// Uint32 returns the number at the start of a body: the data of DISCONNECT.
func Uint32(body []byte) uint32 { return binary.BigEndian.Uint32(body) }

// Uint32Body returns the body of a DISCONNECT.
func Uint32Body(v uint32) []byte { return appendUint32s(nil, v) }

// ParseBandwidth returns the body of a BANDWIDTH_LIMIT, in bytes a second.
func ParseBandwidth(body []byte) (incoming, outgoing uint32) {
	return binary.BigEndian.Uint32(body), binary.BigEndian.Uint32(body[4:])
}

// BandwidthBody returns the body of a BANDWIDTH_LIMIT, in bytes a second.
func BandwidthBody(incoming, outgoing uint32) []byte {
	return appendUint32s(nil, incoming, outgoing)
}

// ParseThrottle returns the body of a THROTTLE_CONFIGURE.
func ParseThrottle(body []byte) Throttle {
	return Throttle{
		binary.BigEndian.Uint32(body), binary.BigEndian.Uint32(body[4:]),
		binary.BigEndian.Uint32(body[8:]),
	}
}

// Body returns the body of a THROTTLE_CONFIGURE.
func (t Throttle) Body() []byte {
	return appendUint32s(nil, t.Interval, t.Acceleration, t.Deceleration)
}

func appendUint32s(b []byte, vs ...uint32) []byte {
	for _, v := range vs {
		b = binary.BigEndian.AppendUint32(b, v)
	}

	return b
}
