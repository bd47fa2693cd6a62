module hello

go 1.24

require godotvariant v0.0.0

require github.com/shopspring/decimal v1.6.0 // indirect

// Where the library is. In a copy of this folder, change the path: go mod edit -replace godotvariant=PATH
replace godotvariant => ../..
