/**
 * A process that has imported the packages of a program before the program starts: what they cost is not waited for at each
 * restart. The parent says with one message which file to run.
 * Usage: node prepared.mjs MODULE, a module that imports the packages.
 */
import { pathToFileURL } from 'node:url';

// A package that is missing fails in the program that needs it, with its name.
const packages = import(pathToFileURL(process.argv[2]).href).catch(() => undefined);

// The parent has gone, or has another one.
process.once('disconnect', () => process.exit(0));
process.once('message', async ({ file, args }) => {
  process.removeAllListeners('disconnect');
  // Not while the message is handled: Node 20 would fail.
  setImmediate(() => process.disconnect());
  await packages;
  process.argv = [process.argv[0], file, ...args];
  await import(pathToFileURL(file).href);
});
