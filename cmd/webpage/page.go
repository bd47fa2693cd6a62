package main

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"strings"
)

//go:embed page.html
var pageHTML string

//go:embed style.css
var styleCSS string

//go:embed icon.svg
var iconSVG string

// The names of the files of a hosted page.
const (
	indexFile    = "index.html"
	programFile  = "page.wasm"
	manifestFile = "manifest.webmanifest"
	offlineFile  = "offline.js"
	iconFile     = "icon.svg"
)

// A page has the parts that differ between the page in one file and a hosted page.
type page struct {
	exec   string // the script that starts a program of Go
	packed string // the compressed program, or "" if it is not in the page
	from   string // the address of the program, or "" if it is in the page
}

// assemble puts the parts into the page. The policy names the hashes of the style and the script,
// so that an inserted style or script has no effect. If the page is one file, it can't load or send
// anything. A hosted page can load its own files. The worker has the policy of the page.
func assemble(p page) ([]byte, error) {
	script, err := bundle(pageScript)
	if err != nil {
		return nil, err
	}
	worker, err := bundle(workerScript)
	if err != nil {
		return nil, err
	}
	style, err := minified(styleCSS)
	if err != nil {
		return nil, err
	}

	for name, code := range map[string]string{
		"wasm_exec.js": p.exec, pageScript: script, workerScript: worker,
	} {
		if strings.Contains(strings.ToLower(code), "</script") || strings.Contains(code, "\r") {
			return nil, fmt.Errorf("%s can't stand in a script element", name)
		}
	}

	icon := "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(iconSVG))
	links := ""
	offline := ""
	if p.from != "" {
		icon = iconFile
		links = `<link rel="manifest" href="` + manifestFile + "\">\n"
		offline = offlineFile
	}

	return []byte(strings.NewReplacer(
		"{{policy}}", policy(p, script, style), "{{style}}", style, "{{wasm_exec}}", p.exec,
		"{{worker}}", worker, "{{wasm_from}}", p.from, "{{wasm}}", p.packed, "{{app}}", script,
		"{{icon}}", icon, "{{links}}", links, "{{offline}}", offline,
	).Replace(pageHTML)), nil
}

// policy returns the Content-Security-Policy of a page. The policy allows pictures with blob
// addresses, because the page shows the pictures in a save file this way. Such an address stands
// for bytes that the page already has, so the page does not load anything.
func policy(p page, script, style string) string {
	own := "'none'"
	workers := "blob:"
	pictures := "data: blob:"
	manifest := ""

	if p.from != "" {
		own = "'self'"
		workers += " 'self'"
		pictures += " 'self'"
		manifest = "; manifest-src 'self'"
	}

	return strings.Join([]string{
		"default-src 'none'",
		"connect-src " + own,
		"script-src '" + hash(script) + "' 'wasm-unsafe-eval'",
		"worker-src " + workers,
		"style-src '" + hash(style) + "'",
		"img-src " + pictures,
		"form-action 'none'",
		"base-uri 'none'",
	}, "; ") + manifest
}

// hash returns the expression that allows a script or a style in the policy.
func hash(source string) string {
	sum := sha256.Sum256([]byte(source))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
