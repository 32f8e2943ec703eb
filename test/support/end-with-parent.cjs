// Preloaded into a product under test: its standard input is a pipe from the test run, and closes whenever that ends,
// by kill -9 too. Then the product stops as by SIGTERM, and nothing is left behind.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();
