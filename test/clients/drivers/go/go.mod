module waymark.example/waymark/driver

go 1.24

require waymark.example/waymark v1.0.0

replace waymark.example/waymark => ../../../../libs/clients/go
