package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
)

// A change replaces a part of the body of a function.
type change struct {
	body
	edit
	place string // file and line of the change
	// text has the function, the old text and the new text. It does not depend on other parts of
	// the file.
	text string
}

// A body is the body of a function, without its braces.
type body struct {
	file     string
	from, to int // offsets in the file
	line     int
	results  bool
	labels   *[]edit // edits that add the number of the change to each label
}

// An edit replaces a part of a file.
type edit struct {
	start, end int // offsets in the file
	with       string
}

// operators maps each operator to the operator that replaces it in a change.
var operators = map[token.Token]string{
	token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">",
	token.EQL: "!=", token.NEQ: "==", token.LAND: "||", token.LOR: "&&",
	token.ADD: "-", token.SUB: "+", token.MUL: "/", token.QUO: "*",
	token.AND: "|", token.OR: "&", token.SHL: ">>", token.SHR: "<<",
}

// changesOf returns all changes that can be made in a file.
func changesOf(file string) (all []change, err error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}

	offset := func(p token.Pos) int { return set.Position(p).Offset }
	for _, decl := range tree.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}

		of := body{
			file: file, from: offset(f.Body.Lbrace + 1), to: offset(f.Body.Rbrace),
			line: set.Position(f.Body.Lbrace).Line, results: f.Type.Results != nil,
			labels: new([]edit),
		}
		add := func(from, to token.Pos, with string) {
			c := change{body: of, edit: edit{offset(from), offset(to), with}}
			c.place = set.Position(from).String()
			c.text = nameOf(f) + ": " + sketch(string(src), c.edit)
			all = append(all, c)
		}

		ast.Inspect(f.Body, func(n ast.Node) bool {
			changeNode(n, add)
			if name := labelOf(n); name != nil {
				*of.labels = append(*of.labels, edit{offset(name.End()), offset(name.End()), ""})
			}
			return true
		})
	}

	return all, nil
}

// changeNode calls the function add for each change that can be made in one node.
func changeNode(n ast.Node, add func(from, to token.Pos, with string)) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if with, ok := operators[n.Op]; ok {
			add(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), with)
		}

	case *ast.BasicLit:
		if i, err := strconv.ParseInt(n.Value, 0, 62); n.Kind == token.INT && err == nil {
			add(n.Pos(), n.End(), strconv.FormatInt(i+1, 10))
		}

	case *ast.Ident:
		switch n.Name {
		case "true":
			add(n.Pos(), n.End(), "false")
		case "false":
			add(n.Pos(), n.End(), "true")
		}

	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			add(n.OpPos, n.OpPos+1, "")
		}

	case *ast.BlockStmt:
		for _, s := range n.List {
			switch s := s.(type) {
			case *ast.ExprStmt, *ast.IncDecStmt, *ast.DeferStmt:
				add(s.Pos(), s.End(), "")
			case *ast.AssignStmt:
				if s.Tok != token.DEFINE {
					add(s.Pos(), s.End(), "")
				}
			}
		}
	}
}

// labelOf returns the name of the label that a node declares or jumps to, or nil.
func labelOf(n ast.Node) *ast.Ident {
	switch n := n.(type) {
	case *ast.LabeledStmt:
		return n.Label
	case *ast.BranchStmt:
		return n.Label
	}
	return nil
}

// nameOf returns the name of a function, with its type.
func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}

	of := f.Recv.List[0].Type
	if p, ok := of.(*ast.StarExpr); ok {
		of = p.X
	}
	switch g := of.(type) {
	case *ast.IndexExpr:
		of = g.X
	case *ast.IndexListExpr:
		of = g.X
	}
	return fmt.Sprintf("%v.%s", of, f.Name.Name)
}

// sketch returns the line of an edit, with "[old→new]" in place of the old text.
func sketch(src string, e edit) string {
	start := strings.LastIndexByte(src[:e.start], '\n') + 1
	end := e.end + strings.IndexByte(src[e.end:]+"\n", '\n')
	line := src[start:e.start] + "[" + src[e.start:e.end] + "→" + e.with + "]" + src[e.end:end]
	return strings.Join(strings.Fields(line), " ")
}
