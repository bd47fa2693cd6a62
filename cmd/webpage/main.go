// Webpage makes a web page that shows, edits and converts save files, for people without Go. The
// library runs in the page as WebAssembly.
//
//	go run ./webpage                 # in the directory cmd; prints the address
//	go run ./webpage -o page.html    # writes the page, which needs no server
//	go run ./webpage -dir site       # writes the files of a page for a web server
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := command(ctx, os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		log.Fatal("webpage: ", err)
	}
}

// command builds the page, and writes it or serves it until the context ends.
func command(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("webpage", flag.ContinueOnError)
	file := flags.String("o", "", "write the page to this file")
	dir := flags.String("dir", "", "write the page for a web server into this directory")
	addr := flags.String("addr", "127.0.0.1:8911", "address to serve the page on")

	if err := flags.Parse(args); err != nil {
		return err
	}

	if *dir != "" {
		return buildHosted(ctx, *dir)
	}
	if *file != "" {
		page, err := build(ctx)
		if err != nil {
			return err
		}
		return os.WriteFile(*file, page, 0o644)
	}

	listener, err := net.Listen("tcp", *addr)
	if err != nil {
		return err
	}
	defer listener.Close()
	page, err := build(ctx)
	if err != nil {
		return err
	}

	fmt.Fprintf(stdout, "http://%s\n", listener.Addr())
	server := &http.Server{Handler: site(page), ReadHeaderTimeout: 5 * time.Second}
	context.AfterFunc(ctx, func() { server.Close() })

	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}

	return nil
}

// site serves the page at /, and no other address.
func site(page []byte) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "frame-ancestors 'none'")
		_, _ = w.Write(page) // an error means that the browser has disconnected
	})
	return mux
}
