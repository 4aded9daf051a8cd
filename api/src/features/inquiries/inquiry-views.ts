import { type InquiryView, inquiryViewInputSchema, inquiryViewSchema, MAX_VIEWS } from '@godhuli/contracts/inquiries';
import { Hono } from 'hono';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/database.js';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv, SignedInUser } from '../../http/api-env.js';
import { Conflict, NotAllowed, NotFound } from '../../http/errors.js';
import { openapi } from '../../http/openapi.js';
import { idParameter } from '../../http/parameters.js';
import { validate } from '../../http/validate.js';
import { type Actor, audited } from '../audit/index.js';

/** Saved views of the list: a user's own, and those that everyone shares. Each kind has at most `MAX_VIEWS`. */
export function inquiryViewsRoutes({ db }: Pick<ApiDependencies, 'db'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get(
      '/api/inquiries/views',
      access('inquiries.manage'),
      openapi('Inquiries', 'Returns the saved views that the user sees', z.array(inquiryViewSchema)),
      async (c) => c.json(await listViews(db, actorOf(c))),
    )
    .post(
      '/api/inquiries/views',
      access('inquiries.manage'),
      openapi('Inquiries', `Saves a view; 409 if there are ${MAX_VIEWS} already`, inquiryViewSchema, 201, {
        problems: [409],
      }),
      validate('json', inquiryViewInputSchema),
      async (c) => c.json(await addView(db, actorOf(c), c.req.valid('json')), 201),
    )
    .delete(
      '/api/inquiries/views/:id',
      access('inquiries.manage'),
      openapi('Inquiries', 'Deletes a view of the user who asks; an admin also deletes shared ones'),
      validate('param', idParameter),
      async (c) => {
        await deleteView(db, actorOf(c), c.req.valid('param').id);
        return c.body(null, 204);
      },
    );
}

/** A signed-in user who sees views. */
type ViewUser = Pick<SignedInUser, 'id' | 'role'>;

const readViews = (db: Kysely<Database>, { id: userId, role }: ViewUser) =>
  db
    .selectFrom('inquiry_views')
    .select(['id as _id', 'name', 'query', 'is_shared as isShared'])
    .select(sql<boolean>`user_id = ${userId}::bigint`.as('isOwn'))
    .select(sql<boolean>`user_id = ${userId}::bigint or ${role === 'admin'}::boolean`.as('canDelete'))
    .where((or) => or.or([or('user_id', '=', userId), or('is_shared', '=', true)]));

/** Returns the views of the user and the shared ones, by name. */
const listViews = (db: Kysely<Database>, user: ViewUser): Promise<InquiryView[]> =>
  readViews(db, user).orderBy('name').orderBy('id').execute();

/** The same view sent again, as after a lost response, is the stored one. */
function addView(db: Kysely<Database>, actor: Actor & ViewUser, input: z.output<typeof inquiryViewInputSchema>) {
  const { name, query, isShared } = input;
  const add = async (transaction: Kysely<Database>) => {
    const views = (await listViews(transaction, actor)).filter((view) =>
      isShared ? view.isShared : view.isOwn && !view.isShared,
    );
    if (views.length >= MAX_VIEWS) throw new Conflict(`There are ${MAX_VIEWS} views already. Please delete one first.`);
    const { id } = await transaction
      .insertInto('inquiry_views')
      .values({ user_id: actor.id, is_shared: isShared, name, query })
      .returning('id')
      .executeTakeFirstOrThrow();
    const result: InquiryView = { _id: id, name, query, isShared, isOwn: true, canDelete: true };
    // The name may be that of a person, whose erasure would have to find it in the audit log.
    return { entityId: id, before: null, after: { isShared }, result };
  };
  const findStored = (transaction: Kysely<Database>) =>
    readViews(transaction, actor)
      .where('user_id', '=', actor.id)
      .where('is_shared', '=', isShared)
      .where('name', '=', name)
      .where('query', '=', query)
      .executeTakeFirst();
  return audited(db, actor, 'views.create', add, { lock: 'saved views of inquiries', findStored });
}

/** @throws NotFound; NotAllowed for a shared view of someone else, unless the user is an admin */
function deleteView(db: Kysely<Database>, actor: Actor & ViewUser, id: string): Promise<void> {
  return audited(db, actor, 'views.delete', async (transaction) => {
    const view = await readViews(transaction, actor).where('id', '=', id).forUpdate().executeTakeFirst();
    if (!view) throw new NotFound('View not found.');
    if (!view.canDelete) throw new NotAllowed('Only an admin or the person who saved this view can delete it.');
    await transaction.deleteFrom('inquiry_views').where('id', '=', id).execute();
    return { entityId: id, before: { isShared: view.isShared }, after: null, result: undefined };
  });
}
