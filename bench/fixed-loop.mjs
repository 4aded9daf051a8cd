/** Returns the milliseconds of a fixed loop: other work on the machine, or on its host, makes it longer. */
export function fixedLoopMs() {
  const started = performance.now();
  let sum = 0;
  for (let index = 0; index < 3e8; index += 1) sum += index % 7;
  return sum && Math.round(performance.now() - started);
}
