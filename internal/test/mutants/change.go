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

// A change replaces a part of a file.
type change struct {
	file       string
	start, end int // offsets in the file
	with       string
	place      string // file and line
	text       string // the function, the old text and the new one: it survives edits elsewhere
}

// operators are the changes of operators.
var operators = map[token.Token]string{
	token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">",
	token.EQL: "!=", token.NEQ: "==", token.LAND: "||", token.LOR: "&&",
	token.ADD: "-", token.SUB: "+", token.MUL: "/", token.QUO: "*",
	token.AND: "|", token.OR: "&", token.SHL: ">>", token.SHR: "<<",
}

// changesOf returns the changes of a file.
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

	for _, decl := range tree.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}

		add := func(from, to token.Pos, with string) {
			c := change{file: file, with: with}
			c.start = set.Position(from).Offset
			c.end = set.Position(to).Offset
			c.place = set.Position(from).String()
			c.text = nameOf(f) + ": " + sketch(string(src), c)
			all = append(all, c)
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			changeNode(n, add)
			return true
		})
	}

	return all, nil
}

// changeNode adds the changes of one node.
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

// sketch returns the line of a change with the old text and the new one in brackets.
func sketch(src string, c change) string {
	start := strings.LastIndexByte(src[:c.start], '\n') + 1
	end := c.end + strings.IndexByte(src[c.end:]+"\n", '\n')
	line := src[start:c.start] + "[" + src[c.start:c.end] + "→" + c.with + "]" + src[c.end:end]
	return strings.Join(strings.Fields(line), " ")
}
