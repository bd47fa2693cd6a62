// Fetch downloads the web build of Godot 4.6 into the user's cache folder, and prints the folder.
// It needs npm. If the build is already there, it only prints the folder.
package main

import (
	"fmt"
	"log"

	"godotvariant/internal/test/enginetest/web"
)

func main() {
	log.SetFlags(0)
	folder, err := web.Fetch()
	if err != nil {
		log.Fatal("fetch: ", err)
	}
	fmt.Println(folder)
}
