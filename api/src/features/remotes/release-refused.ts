import type { GateCheck } from '@godhuli/contracts/releases';
import { Refused } from '../../http/errors.js';

/** The gate refuses a release; the problem document lists every check that was run (422). */
export class ReleaseRefused extends Refused {
  constructor(checks: readonly GateCheck[]) {
    const failed = checks.filter((check) => !check.ok);
    super(failed.map((check) => `${check.name}: ${check.message}`).join(' '), { checks });
  }
}
