/**
 * Preloaded into a process (`NODE_OPTIONS=--import FILE`), moves its wall clock by `CLOCK_SHIFT_MS`. What goes by
 * `performance.now()` and timers is not moved, as on a machine whose clock is set wrong.
 */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const RealDate = Date;
const now = () => RealDate.now() + shiftMs;

globalThis.Date = class ShiftedDate extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(now());
    else super(...values);
  }
  static now() {
    return now();
  }
};
