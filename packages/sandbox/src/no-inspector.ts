/**
 * Keeps SIGUSR1 from opening this process's inspector, which gives anyone who connects to it everything that the process
 * has. A listener takes the signal from Node; `--disable-sigusr1` exists in Node 24 alone. Imported first by each program.
 */
process.on('SIGUSR1', () => undefined);
