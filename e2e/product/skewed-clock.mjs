// Loaded with `node --import` before a program. Shifts its clock by CLOCK_SKEW_HOURS; everything else is real.
const skewMs = Number(process.env.CLOCK_SKEW_HOURS) * 3_600_000;
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + skewMs);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + skewMs;
  }
};
