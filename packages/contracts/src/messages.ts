import { z } from 'zod';
import { roleSchema } from './auth.js';
import { languageSchema } from './inquiries.js';
import { idSchema, timestampSchema, typedEmailSchema } from './text.js';

/** What a message is about; each kind has a template. `notice` has its text in the outbox. */
export const MESSAGE_KINDS = [
  'inquiry-alert',
  'acknowledgement',
  'reply-reminder',
  'digest',
  'password-reset',
  'invitation',
  'security-notice',
  'notice',
  'test',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const MESSAGE_CHANNELS = ['email', 'webhook'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/**
 * `unknown`: the connection broke after the message was sent, so it may have arrived. It is sent once more after 30 minutes.
 * `cancelled`: no longer needed. `expired`: nothing could send it in time.
 */
export const MESSAGE_STATES = ['waiting', 'sent', 'unknown', 'failed', 'cancelled', 'expired'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** One message of the outbox, without its content. */
export const messageSchema = z.object({
  _id: idSchema,
  kind: z.enum(MESSAGE_KINDS),
  channel: z.enum(MESSAGE_CHANNELS),
  state: z.enum(MESSAGE_STATES),
  /** the name of the staff member, 'the visitor' or 'the webhook' */
  to: z.string(),
  /** the inquiry that it is about, with its reference */
  inquiry: z.object({ _id: idSchema, reference: z.string() }).nullable(),
  attempts: z.number().int(),
  createdAt: timestampSchema,
  sentAt: timestampSchema.nullable(),
  /** of the next attempt; null when there is none */
  nextAt: timestampSchema.nullable(),
  /** why the last attempt failed, for people */
  error: z.string().nullable(),
});
export type Message = z.infer<typeof messageSchema>;

/** `GET /api/admin/messages`: `problems` are the failed and uncertain ones. */
export const MESSAGES_PER_PAGE = 50;
export const messageListSchema = z.strictObject({
  show: z.enum(['problems', 'all']).default('problems'),
  cursor: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(MESSAGES_PER_PAGE).default(MESSAGES_PER_PAGE),
});

/** `GET /api/admin/messages/status` */
export const messageStatusSchema = z.object({
  email: z.object({
    isConfigured: z.boolean(),
    /** MAIL_FROM */
    from: z.string().nullable(),
    lastSentAt: timestampSchema.nullable(),
  }),
  webhook: z.object({ isConfigured: z.boolean(), lastSentAt: timestampSchema.nullable() }),
  waiting: z.number().int(),
  /** failed and uncertain messages */
  problems: z.number().int(),
});
export type MessageStatus = z.infer<typeof messageStatusSchema>;

/** `GET /api/admin/messages/recipients`: who gets what. Reminders go to those who get alerts. */
export const messageRecipientSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  alerts: z.boolean(),
  digest: z.boolean(),
});
export type MessageRecipient = z.infer<typeof messageRecipientSchema>;

/** `PUT /api/admin/messages/recipients/{id}`: a choice that is not sent stays as it is. */
export const messageRecipientUpdateSchema = z
  .strictObject({ alerts: z.boolean(), digest: z.boolean() })
  .partial()
  .refine((choice) => Object.values(choice).some((value) => value !== undefined), 'Please choose a change.');
export type MessageRecipientUpdate = z.infer<typeof messageRecipientUpdateSchema>;

/** `GET /api/admin/messages/previews/{kind}`: a template with sample data. */
export const messagePreviewQuerySchema = z.strictObject({ language: languageSchema.default('en') });
export const messagePreviewSchema = z.object({ subject: z.string(), text: z.string(), html: z.string() });
export type MessagePreview = z.infer<typeof messagePreviewSchema>;

/** `GET /api/admin/auth/options`: what the login page offers. */
export const loginOptionsSchema = z.object({
  /** whether 'Forgot Password?' can send a link */
  passwordReset: z.boolean(),
});

/** `POST /api/admin/auth/forgot-password`. The response is the same for known and unknown emails. */
export const forgotPasswordSchema = z.strictObject({
  email: typedEmailSchema,
});
