package multiplayer

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/codec/multiplayer/packet"
)

// A caller sends the calls of nodes, and makes changes that affect all nodes. A World is a caller.
type caller interface {
	call(n *Node, to int32, name string, args []any) error
	set(n *Node, to int32, name string, value any) error
	setAuthority(n *Node, id int32)
	Remove(n *Node) error
}

// A Node is a node of the game's scene tree, with the methods that peers can call. [World.Node]
// makes it.
//
// Declare the methods of a node before the first call of this node, in either direction: a new
// method changes the IDs of the others.
type Node struct {
	owner     caller
	protocol  *packet.Protocol
	parent    *Node
	name      string
	path      string
	children  map[string]*Node
	authority int32

	functions  map[string]*handler // functions by the name of the method
	methods    map[string]Method
	properties map[string]property // properties by name, in Godot 3
	signature  packet.Signature
	removed    bool

	number uint32 // number by which peers know the node, or 0
}

// A property is a property of a node that peers of Godot 3 can set.
type property struct {
	Method
	function *handler
}

// Path returns the path from the multiplayer root. The path of the root itself is ".".
func (n *Node) Path() string { return n.path }

// Authority returns the ID of the node's multiplayer authority. It is 1 unless SetAuthority has
// changed it. Godot: Node.get_multiplayer_authority; Godot 3: get_network_master.
func (n *Node) Authority() int32 { return n.authority }

// SetAuthority sets the authority of the node and of all nodes below it. If one of these nodes is a
// synchronizer, this World then sends its state or receives it. Call SetAuthority on both sides.
// Godot: Node.set_multiplayer_authority; Godot 3: set_network_master.
func (n *Node) SetAuthority(id int32) {
	n.owner.setAuthority(n, id)
	for _, child := range n.children {
		child.SetAuthority(id)
	}
}

// Signature returns the IDs, the names and the checksum of the node's methods.
func (n *Node) Signature() packet.Signature { return n.signature }

// Declare declares methods without functions. Also declare the methods that only the game
// implements, because they count for the checksum and the IDs. A call of a method without a
// function becomes a [Called] event. Declare panics if the node already has one of the methods.
func (n *Node) Declare(methods ...Method) {
	for _, m := range methods {
		n.add(m, nil)
	}
}

// Handle declares a method and the Go function that its calls run:
//
//	chat.Handle(multiplayer.Method{Name: "say", Access: multiplayer.ByAnyPeer},
//		func(p *multiplayer.Peer, text string, at math.Vector2) error { … })
//
// The first parameter may be a *Peer, which is the caller. The other parameters are the arguments,
// converted by the rules of codec.FromVariant; a call whose arguments can't be converted is
// refused. The function may be variadic. It returns nothing or an error. [World.Receive] returns
// this error unchanged.
//
// Handle panics if the node already has the method, or if the function has any other form.
func (n *Node) Handle(m Method, function any) {
	h, err := newHandler(function)
	if err != nil {
		panic(fmt.Sprintf("multiplayer: %s.%s: %v", n.path, m.Name, err))
	}
	n.add(m, h)
}

// Bind calls Handle for each exported method of a value, if Handle accepts the method.
// codec.SnakeCase converts the names to GDScript: TakeDamage handles take_damage. All methods get
// the fields of m except Name, such as Access and Delivery. Bind skips a method that the node
// already has. So declare a method before Bind if its fields must differ from those of m.
func (n *Node) Bind(value any, m Method) {
	functions := methodsOf(value)
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		if _, ok := n.methods[name]; !ok {
			m.Name = name
			n.Handle(m, functions[name])
		}
	}
}

// HandleSet declares a property that peers of Godot 3 can set by rset. The last parameter of the
// function is the value, see [Node.Handle]. If the function is nil, each value becomes a [Called]
// event.
func (n *Node) HandleSet(m Method, function any) {
	var h *handler
	if function != nil {
		var err error
		if h, err = newHandler(function); err == nil {
			err = h.accepts(1)
		}
		if err != nil {
			panic(fmt.Sprintf("multiplayer: %s.%s: %v", n.path, m.Name, err))
		}
	}

	if n.properties == nil {
		n.properties = map[string]property{}
	}
	n.properties[m.Name] = property{m, h}
}

// add adds a method, and updates the signature.
func (n *Node) add(m Method, h *handler) {
	if _, ok := n.methods[m.Name]; ok || m.Name == "" {
		panic(fmt.Sprintf("multiplayer: method %q of %s is declared twice", m.Name, n.path))
	}
	if n.methods == nil {
		n.methods = map[string]Method{}
		n.functions = map[string]*handler{}
	}
	n.methods[m.Name] = m
	n.functions[m.Name] = h

	var script, configured []string
	for _, m := range n.methods {
		if m.Configured {
			configured = append(configured, m.Name)
		} else {
			script = append(script, m.Name)
		}
	}
	n.signature = packet.NewSignature(script, configured)
}

// Call calls a method of the node at other peers. The target is the ID of a peer, or [All], or the
// result of [AllBut] for all peers except one. A method with CallLocal is also called in this
// World, if the target includes this World. The arguments are Go values, converted by the rules of
// codec.ToVariant. Godot: Node.rpc, Node.rpc_id.
//
// In Godot 3 the method does not have to be declared. A call of a method that is not declared is
// reliable.
//
// The error is an [*Error] of kind [ErrMethod], [ErrPeer] or [ErrNode], an error of encoding or of
// the transport, or the unchanged error of the function that was called in this World.
func (n *Node) Call(target int32, method string, args ...any) error {
	return n.owner.call(n, target, method, args)
}

// Set sets a property of the node at other peers, in Godot 3. Godot 3: Node.rset, Node.rset_id.
func (n *Node) Set(to int32, property string, value any) error {
	return n.owner.set(n, to, property, value)
}

// All is the target of calls to all peers.
const All int32 = 0

// AllBut returns the target of calls to all peers except the peer with the ID.
func AllBut(id int32) int32 { return -id }

// find returns the node at a path below n, or nil. The path "." is n itself.
func (n *Node) find(path string) *Node {
	if path == "." {
		return n
	}
	for name := range strings.SplitSeq(path, "/") {
		if n = n.children[name]; n == nil {
			return nil
		}
	}
	return n
}

// make returns the node at a path below n. It adds the nodes of the path that do not exist.
func (n *Node) make(path string) *Node {
	if path == "." {
		return n
	}
	for name := range strings.SplitSeq(path, "/") {
		if n.children[name] == nil {
			n.addChild(name)
		}
		n = n.children[name]
	}
	return n
}

// addChild adds a new child to n, and returns it.
func (n *Node) addChild(name string) *Node {
	path := name
	if n.parent != nil {
		path = n.path + "/" + name
	}

	child := newNode(n.owner, n.protocol, path)
	child.parent, child.name = n, name
	if n.children == nil {
		n.children = map[string]*Node{}
	}
	n.children[name] = child
	return child
}

func newNode(owner caller, p *packet.Protocol, path string) *Node {
	return &Node{
		owner: owner, protocol: p, path: path, authority: 1,
		signature: packet.NewSignature(nil, nil),
	}
}

// remove removes the node from the tree. It calls the function visit for every node of the subtree:
// children before their parent, and the last child first, as the engine does.
func (n *Node) remove(visit func(*Node)) {
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(n.children))) {
		n.children[name].remove(visit)
	}
	delete(n.parent.children, n.name)
	n.removed = true
	visit(n)
}

// allows returns an error unless the peer may call the method, or set the property. The argument
// self is the ID of this World.
func (n *Node) allows(m Method, peer, self int32) error {
	ok := true
	switch m.Access {
	case ByAuthority:
		ok = peer == n.authority
	case OnAuthority:
		ok = self == n.authority
	}
	if !ok {
		return reason.Of(ErrAuthority, "which is %d", n.authority)
	}
	return nil
}
