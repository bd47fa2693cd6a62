// Fetch downloads the web build of Godot 4.6 into the user's cache folder, and prints the folder.
// It needs npm. It does nothing if the build is there.
package main

import (
	"fmt"
	"log"

	"godotvariant/internal/enginetest/web"
)

func main() {
	log.SetFlags(0)
	folder, err := web.Fetch()
	if err != nil {
		log.Fatal("fetch: ", err)
	}
	fmt.Println(folder)
}
