module driver

go 1.26
