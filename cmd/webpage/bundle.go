package main

import (
	"embed"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// sources are the modules of the page.
//
//go:embed ui/*.js
var sources embed.FS

// The function bundle makes a script of each of these modules and the modules that it imports.
const (
	pageScript    = "main.js"    // the page
	workerScript  = "worker.js"  // the worker, which runs the program
	offlineScript = "offline.js" // the service worker of a hosted page
)

// bundle joins a module and the modules that it imports into one script without blanks.
func bundle(entry string) (string, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints:       []string{entry},
		Bundle:            true,
		Format:            api.FormatIIFE,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LegalComments:     api.LegalCommentsNone,
		Plugins:           []api.Plugin{embedded},
	})

	if err := problems(result.Errors); err != nil {
		return "", fmt.Errorf("bundle %s: %w", entry, err)
	}

	return strings.TrimSpace(string(result.OutputFiles[0].Contents)), nil
}

// embedded is the plugin that reads modules from sources. With it the command needs no files beside
// its program.
var embedded = api.Plugin{Name: "sources", Setup: func(build api.PluginBuild) {
	any := api.OnResolveOptions{Filter: ".*"}
	build.OnResolve(any, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
		return api.OnResolveResult{Path: path.Base(a.Path), Namespace: "sources"}, nil
	})

	all := api.OnLoadOptions{Filter: ".*", Namespace: "sources"}
	build.OnLoad(all, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
		data, err := sources.ReadFile("ui/" + a.Path)
		contents := string(data)
		return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJS}, err
	})
}}

// minified returns a style sheet without blanks.
func minified(style string) (string, error) {
	result := api.Transform(style, api.TransformOptions{
		Loader: api.LoaderCSS, MinifyWhitespace: true, MinifySyntax: true,
		Charset: api.CharsetUTF8,
	})
	return strings.TrimSpace(string(result.Code)), problems(result.Errors)
}

func problems(messages []api.Message) error {
	var all []error
	for _, m := range messages {
		where := ""
		if m.Location != nil {
			where = fmt.Sprintf("%s:%d:%d: ", m.Location.File, m.Location.Line, m.Location.Column)
		}
		all = append(all, errors.New(where+m.Text))
	}
	return errors.Join(all...)
}
