/** A process that only sends the messages of the outbox, with the built code of the API. Its waits are short, for the tests. */
import { createLogger } from '@godhuli/server/logger';
import { openDatabase } from '../../api/dist/db/open-database.js';
import { startOutboxWorker } from '../../api/dist/features/outbox/outbox-worker.js';

const { DATABASE_URL, SMTP_URL } = process.env;
const { db } = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: '/nowhere', poolSize: 10 });
startOutboxWorker({
  db,
  logger: createLogger('silent'),
  settings: {
    email: { smtpUrl: SMTP_URL, from: { name: 'Godhuli', address: 'studio@godhuli.example' } },
    webhook: null,
    origin: 'https://studio.example',
  },
  createPasswordLink: async () => null,
  times: { leaseSeconds: 6, unknownSeconds: 2, retrySeconds: 0.5 },
  pollMs: 100,
});
console.log('working');
// The worker's timer does not keep the process alive.
setInterval(() => {}, 1_000_000);
