module waymark.example/waymark

go 1.24
