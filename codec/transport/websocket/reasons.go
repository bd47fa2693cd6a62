package websocket

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/coder/websocket"

	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// codes has the WebSocket close code of each reason. Reasons that are not in codes share one code.
var codes = []struct {
	reason error
	code   websocket.StatusCode
}{
	{io.EOF, websocket.StatusNormalClosure},
	{net.ErrClosed, websocket.StatusNormalClosure},
	{transport.ErrEnded, websocket.StatusNormalClosure},
	{transport.ErrClosed, websocket.StatusGoingAway},
	{transport.ErrProtocol, websocket.StatusProtocolError},
	{variant.ErrLimit, websocket.StatusMessageTooBig},
	{transport.ErrPanic, websocket.StatusInternalError},
	{transport.ErrFull, websocket.StatusTryAgainLater},
}

// longestText is the length of the longest text of a close frame, in bytes.
const longestText = 123

// closeFrame returns the close code and the text that tell the other side a reason.
func closeFrame(why error) (code websocket.StatusCode, text string) {
	if why == nil {
		return websocket.StatusNormalClosure, ""
	}

	code = websocket.StatusPolicyViolation
	for _, row := range codes {
		if errors.Is(why, row.reason) {
			code = row.code
			break
		}
	}
	if code == websocket.StatusInternalError {
		return code, transport.Reason(why) // only the log has the text of a panic
	}

	text = transport.Reason(why) + ": " + strings.TrimPrefix(why.Error(), "godot: ")
	text = text[:min(len(text), longestText)]
	return code, strings.ToValidUTF8(text, "")
}

// kinds are the reasons that the text of a close frame can name.
var kinds = []error{
	transport.ErrIdle, transport.ErrRate, transport.ErrSlow, transport.ErrFull, transport.ErrPanic,
	transport.ErrProtocol, variant.ErrLimit,
}

// closed returns the error of Receive after the other side has closed the connection.
func closed(end websocket.CloseError) error {
	switch end.Code {
	case websocket.StatusNormalClosure, websocket.StatusGoingAway, websocket.StatusNoStatusRcvd:
		return io.EOF
	}

	name, _, _ := strings.Cut(end.Reason, ":")
	for _, kind := range kinds {
		if variant.KindOf(kind) == name {
			return fmt.Errorf("%w: the other side has closed, %d %q", kind, end.Code, end.Reason)
		}
	}
	return fmt.Errorf("%w: the other side has closed, %d %q",
		transport.ErrLost, end.Code, end.Reason)
}
