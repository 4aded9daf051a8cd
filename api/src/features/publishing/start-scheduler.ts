import type { Schedule } from '@godhuli/contracts/publishing';
import type { Logger } from '@godhuli/server/logger';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { fireNextSchedule, ScheduleInterrupted } from './schedules.service.js';

const INTERVAL_MS = 15_000;

/**
 * Publishes what is scheduled: now, for schedules that came due while nothing ran, and every 15 seconds. Each process does it;
 * the database lets one of them publish each schedule.
 * @returns stops that, after work in progress
 */
export function startScheduler(db: Kysely<Database>, logger: Logger, intervalMs = INTERVAL_MS): () => Promise<void> {
  let stopped = false;
  const fire = async () => {
    // They have to wait for the next round, so that they do not hold up the others.
    const interrupted: string[] = [];
    while (!stopped) {
      try {
        const schedule = await fireNextSchedule(db, interrupted);
        if (!schedule) return;
        logResult(logger, schedule);
      } catch (err) {
        if (!(err instanceof ScheduleInterrupted)) {
          if (!stopped) logger.warn({ err }, 'could not look for scheduled changes; trying again');
          return;
        }
        logger.error({ err, schedule: err.id }, 'scheduled changes were interrupted; trying again');
        interrupted.push(err.id);
      }
    }
  };
  let current = fire();
  const timer = setInterval(() => {
    current = current.then(fire);
  }, intervalMs);
  timer.unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await current;
  };
}

function logResult(logger: Logger, { _id: id, state, dueAt, isLate, problem, labels }: Schedule): void {
  const details = { schedule: id, dueAt, documents: labels };
  if (state === 'failed') logger.error({ ...details, problem }, 'scheduled changes could not be published');
  else if (isLate) logger.warn(details, 'scheduled changes were published late');
  else logger.info(details, 'scheduled changes were published');
}
