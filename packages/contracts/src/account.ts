import { z } from 'zod';
import { idSchema, momentSchema } from './text.js';

/**
 * The `code` of a 403: the action needs the password again, because it was entered in this session too long ago.
 * `POST /api/admin/auth/confirm` takes it; then the same request succeeds.
 */
export const PASSWORD_REQUIRED = 'password-required';
/** An action that needs the password accepts one that was entered in the same session within this time. */
export const CONFIRMED_MINUTES = 10;

/** `POST /api/admin/auth/confirm` */
export const confirmPasswordSchema = z.strictObject({
  password: z.string().min(1, 'Please enter your password.').max(400),
});

/** `GET /api/admin/me/sessions`: where a user is signed in. `_id` is a number of a row, never a session token. */
export const accountSessionSchema = z.object({
  _id: idSchema,
  /** browser and system in words: 'Chrome on Windows' */
  device: z.string(),
  /** where the last request came from: an IPv4 address or the /64 of an IPv6 address; null when nobody knows */
  network: z.string().nullable(),
  createdAt: momentSchema,
  /** to the minute */
  lastSeenAt: momentSchema,
  /** the session that asks */
  isCurrent: z.boolean(),
});
export type AccountSession = z.infer<typeof accountSessionSchema>;

/** `DELETE /api/admin/me/sessions` */
export const endedSessionsSchema = z.object({ count: z.number().int() });

export const NOTICE_KINDS = ['new-device', 'password-changed', 'deploy-token-created', 'sessions-ended'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** `GET /api/admin/me/notices`: what happened to the account, newest first. */
export const accountNoticeSchema = z.object({
  _id: idSchema,
  kind: z.enum(NOTICE_KINDS),
  /** where it was done, as in a session */
  device: z.string(),
  network: z.string().nullable(),
  /** more about it: the admin who did it, the remote of a deploy token, the sessions that ended */
  details: z.object({
    by: z.string().optional(),
    remote: z.string().optional(),
    sessions: z.array(z.string()).optional(),
  }),
  /** how often: the same again within 30 days is one notice */
  times: z.number().int(),
  at: momentSchema,
  /** not yet dismissed on this device */
  isNew: z.boolean(),
});
export type AccountNotice = z.infer<typeof accountNoticeSchema>;

/** `POST /api/admin/me/notices/dismiss`: up to and including this one, on this device alone. */
export const dismissNoticesSchema = z.strictObject({ upTo: idSchema });
