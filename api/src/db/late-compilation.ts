import { setFlagsFromString } from 'node:v8';

/**
 * V8 compiles a WebAssembly function again, optimized, once about this many bytes of it were executed. Its default is 1.8
 * million in Node 20 and 13 million in Node 22. A start of the embedded Postgres reaches that in thousands of functions, and to
 * compile them took 1.0 of the 4.5 seconds of processor time of a start. What is used a lot is optimized a little later.
 */
const TIERING_BUDGET_BYTES = 200_000_000;

/**
 * Applies to WebAssembly that this process compiles from now on. V8's code cache of Node's built-in modules does not fit another set
 * of flags, so those that are imported later cost some hundredths of a second, once.
 */
export function compileLate(): void {
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET_BYTES}`);
}
