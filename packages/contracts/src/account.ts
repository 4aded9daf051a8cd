import { z } from 'zod';
import { idSchema, timestampSchema } from './text.js';

/**
 * The `code` of a 403: the password was entered too long ago in this session. Send it to `POST /api/admin/auth/confirm`,
 * then repeat the request.
 */
export const PASSWORD_REQUIRED = 'password-required';
/** Actions that need the password accept one entered in the same session within this time. */
export const CONFIRMED_MINUTES = 10;

/** `POST /api/admin/auth/confirm` */
export const confirmPasswordSchema = z.strictObject({
  password: z.string().min(1, 'Please enter your password.').max(400),
});

/** `GET /api/admin/me/sessions`: the active sessions of a user. `_id` is the id of the row, never the token. */
export const accountSessionSchema = z.object({
  _id: idSchema,
  /** label of the browser and system: 'Chrome on Windows' */
  device: z.string(),
  /** network of the last request: an IPv4 address or the /64 of an IPv6 address; null if unknown */
  network: z.string().nullable(),
  createdAt: timestampSchema,
  /** accurate to the minute */
  lastSeenAt: timestampSchema,
  /** whether it is the session of the request */
  isCurrent: z.boolean(),
});
export type AccountSession = z.infer<typeof accountSessionSchema>;

/** `DELETE /api/admin/me/sessions` */
export const endedSessionsSchema = z.object({ count: z.number().int() });

export const NOTICE_KINDS = [
  'new-device',
  'password-changed',
  'deploy-token-created',
  'calendar-feed-created',
  'sessions-ended',
  'second-factor-added',
  'second-factor-removed',
  'second-factor-reset',
  'recovery-codes-replaced',
  'recovery-code-used',
  'wrong-codes',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** `GET /api/admin/me/notices`: security notices of the account, newest first. */
export const accountNoticeSchema = z.object({
  _id: idSchema,
  kind: z.enum(NOTICE_KINDS),
  /** device and network of the event, as in a session */
  device: z.string(),
  network: z.string().nullable(),
  /** the admin who made the change, the remote of a deploy token, or the ended sessions */
  details: z.object({
    by: z.string().optional(),
    remote: z.string().optional(),
    sessions: z.array(z.string()).optional(),
    /** what was added or removed: 'authenticator app' or the name of a passkey */
    factor: z.string().optional(),
    /** how many recovery codes were left */
    codesLeft: z.number().int().optional(),
  }),
  /** how often: the same event again within 30 days is one notice */
  times: z.number().int(),
  at: timestampSchema,
  /** not yet dismissed on this device */
  isNew: z.boolean(),
});
export type AccountNotice = z.infer<typeof accountNoticeSchema>;

/** `POST /api/admin/me/notices/dismiss`: up to and including this one, on this device only. */
export const dismissNoticesSchema = z.strictObject({ upTo: idSchema });
