// Preloaded into a product under test: its standard input is a pipe from the test run, which closes however the run
// ends, by kill -9 too. Then the product stops as by SIGTERM, and leaves nothing running.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();
