import { type Client, TIMELINE_ITEMS, type TimelineItem } from '@godhuli/contracts/clients';
import { type MEDIA_WIDTHS, mediaUrl } from '@godhuli/contracts/media-url';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { mediaById } from '../media/index.js';
import { groupOf } from './clients.queries.js';
import { tasksOf } from './tasks.service.js';

type ClientDetails = Pick<Client, 'inquiries' | 'timeline' | 'isTimelineCut' | 'tasks'>;
type Stored = Omit<TimelineItem, 'at' | 'fileUrl'> & { at: Date; mediaId: string | null };

/** Width of a photo in the timeline, in px: one of the widths in which every image is available. */
const FILE_WIDTH: (typeof MEDIA_WIDTHS)[number] = 680;

/** Returns what is known about a client, the newest first. */
export async function readDetails(db: Kysely<Database>, rootId: string): Promise<ClientDetails> {
  const inquiries = await db
    .selectFrom('inquiries')
    .select(['id as _id', 'reference', 'event_type as eventType', 'event_date as eventDate', 'stage', 'notes'])
    .select(['event_end_date as eventEndDate', 'date_undecided as dateUndecided'])
    .select(['created_at', 'name', 'message'])
    .where(sql<boolean>`client_id in ${groupOf(sql`${rootId}::bigint`)}`)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(TIMELINE_ITEMS)
    .execute();
  const stored = await storedItems(db, rootId);
  const received = inquiries.map(
    (inquiry): Stored => ({
      ...{ key: `inquiry-${inquiry._id}`, kind: 'inquiry', at: inquiry.created_at, by: inquiry.name },
      ...{ text: inquiry.message, inquiryId: inquiry._id, entryId: null, mediaId: null, file: null },
    }),
  );
  const urls = await fileUrls(
    db,
    stored.flatMap(({ mediaId }) => mediaId ?? []),
  );
  const timeline = [...stored, ...received].sort((a, b) => b.at.getTime() - a.at.getTime());
  return {
    inquiries: inquiries.map(({ created_at, name: _, message: __, ...inquiry }) => ({
      ...inquiry,
      createdAt: created_at.toISOString(),
    })),
    timeline: timeline.slice(0, TIMELINE_ITEMS).map(({ at, mediaId, ...item }) => ({
      ...item,
      at: at.toISOString(),
      fileUrl: mediaId === null ? null : (urls.get(mediaId) ?? null),
    })),
    isTimelineCut: timeline.length > TIMELINE_ITEMS,
    tasks: await tasksOf(db, rootId),
  };
}

/** Everything but inquiries, each kind with its newest items. */
async function storedItems(db: Kysely<Database>, rootId: string): Promise<Stored[]> {
  const most = sql.lit(TIMELINE_ITEMS + 1);
  const { rows } = await sql<Stored>`
    with member as materialized (select id, name, merged_at, merged_by from clients where root_id = ${rootId}::bigint),
      asked as materialized (
        select id from inquiries where client_id in (select id from member) and deleted_at is null
        order by id desc limit ${most})
    (select 'entry-' || id as key, kind, created_at as at, by, text, inquiry_id as "inquiryId", id as "entryId",
        media_id as "mediaId", case when file_id is not null then
          jsonb_build_object('name', file_name, 'bytes', file_bytes, 'version', file_version) end as file
      from client_entries where client_id in (select id from member) order by id desc limit ${most})
    union all
    (select 'stage-' || id, 'stage', at, by,
        coalesce(stage, case status when 'Responded' then 'Replied' else status end)
          || case when is_undo then ' (undone)' else '' end || coalesce(': ' || lost_reason, ''),
        inquiry_id, null, null, null
      from inquiry_history where inquiry_id in (select id from asked) and by <> 'Website' order by id desc limit ${most})
    union all
    (select 'message-' || id, 'message', coalesce(sent_at, created_at), 'website',
        case state when 'sent' then 'Acknowledgement emailed' when 'waiting' then 'Acknowledgement is waiting'
          when 'unknown' then 'Acknowledgement may have been delivered'
          else 'Acknowledgement not delivered' end,
        inquiry_id, null, null, null
      from outbox where inquiry_id in (select id from asked) and kind = 'acknowledgement' order by id desc limit ${most})
    union all
    (select 'booking-' || id, 'booking', created_at, created_by,
        initcap(kind) || ' for ' || to_char(starts_on, 'DD Mon YYYY') || ': ' || title, inquiry_id, null, null, null
      from bookings where (inquiry_id in (select id from asked) or client_id in (select id from member))
        and deleted_at is null order by id desc limit ${most})
    union all
    (select 'task-' || id, 'task', done_at, done_by, text, inquiry_id, null, null, null
      from client_tasks where client_id in (select id from member) and done_at is not null order by id desc limit ${most})
    union all
    (select 'merge-' || id, 'merge', merged_at, merged_by, name, null, null, null, null
      from member where merged_at is not null)`.execute(db);
  return rows;
}

async function fileUrls(db: Kysely<Database>, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await mediaById(db, [...new Set(ids)]);
  return new Map([...found].map(([id, media]) => [id, mediaUrl(media, Math.min(FILE_WIDTH, media.width), 'jpg')]));
}
