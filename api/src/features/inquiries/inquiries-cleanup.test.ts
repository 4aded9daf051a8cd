import { sql } from 'kysely';
import { migrate } from '../../db/migrate.js';
import { engines, onEmptyDatabase } from '../../testing/test-database.js';
import { cleanUpInquiries } from './inquiries-cleanup.js';

describe.each(engines())('on %s', (engine) => {
  it('RUN-4 inquiries that were in quarantine or deleted before the update stay 30 days after it', async () => {
    await onEmptyDatabase(engine, async (db) => {
      await migrate(db, { upTo: '020-releases' });
      await sql`
        insert into inquiries (name, event_type, message, quarantined, network, created_at, deleted_at)
        select 'Row ' || n, 'other', '', n % 2 = 0, '203.0.113.9', now() - interval '90 days',
          case when n > 2 then now() - interval '80 days' end
        from generate_series(1, 4) n`.execute(db);
      await migrate(db);
      const names = async () =>
        (await db.selectFrom('inquiries').select('name').orderBy('id').execute()).map((row) => row.name);
      expect(await cleanUpInquiries(db)).toBe(0);
      expect(await names()).toEqual(['Row 1', 'Row 2', 'Row 3', 'Row 4']);
      await sql`
        update inquiries set quarantined_at = quarantined_at - interval '31 days',
          deleted_at = deleted_at - interval '31 days'`.execute(db);
      expect(await cleanUpInquiries(db)).toBe(3);
      expect(await names()).toEqual(['Row 1']);
    });
  }, 120_000);
});
