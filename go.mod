module godotvariant

go 1.24
