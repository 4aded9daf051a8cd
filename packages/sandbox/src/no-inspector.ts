/**
 * Prevents SIGUSR1 from opening this process's inspector, which gives full control to anyone who connects. A listener
 * replaces Node's own; `--disable-sigusr1` exists only in Node 24. Every program imports this file first.
 */
process.on('SIGUSR1', () => undefined);
