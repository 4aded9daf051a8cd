import { z } from 'zod';
import { dayInIndia, EVENT_TYPES, FIELD_MESSAGES, MAX_LENGTH } from './inquiry-form.js';
import { asciiDigits, phoneNumbersIn } from './phone.js';
import { dateSchema, idSchema, requiredText, text, timestampSchema } from './text.js';

export { EVENT_TYPES };
export const eventTypeSchema = z.enum(
  EVENT_TYPES.map((type) => type.value),
  FIELD_MESSAGES.eventType,
);

const blankToNull = (value: unknown) => (value === '' || value === undefined ? null : value);

/** A form sent just before midnight, or sent again just after it, may still ask for the day that has ended. */
const MIDNIGHT_GRACE_MS = 10 * 60_000;
const isTodayOrLater = (day: string) => day >= dayInIndia(Date.now() - MIDNIGHT_GRACE_MS);

/** `POST /api/inquiries` (API-3). `website` is the honeypot, `elapsedMs` the time since the form was shown. */
export const inquiryInputSchema = z.strictObject({
  name: requiredText(MAX_LENGTH.name, FIELD_MESSAGES.name),
  eventType: eventTypeSchema,
  phone: z
    .preprocess(
      blankToNull,
      text(MAX_LENGTH.phone)
        .refine((value) => phoneNumbersIn(value).length > 0, FIELD_MESSAGES.phone)
        .transform(asciiDigits)
        .nullable(),
    )
    .default(null),
  email: z.preprocess(blankToNull, text(MAX_LENGTH.email).pipe(z.email(FIELD_MESSAGES.email)).nullable()).default(null),
  eventDate: z
    .preprocess(blankToNull, dateSchema.refine(isTodayOrLater, FIELD_MESSAGES.eventDate).nullable())
    .default(null),
  message: text(MAX_LENGTH.message).default(''),
  website: text(500).optional(),
  elapsedMs: z.number().int().min(0).optional(),
});
export type InquiryInput = z.input<typeof inquiryInputSchema>;

/** Response of `POST /api/inquiries`, 201, after the commit. */
export const inquiryReceiptSchema = z.object({ _id: idSchema });

export const INQUIRY_STATUSES = ['New', 'Responded', 'Booked'] as const;
export const inquiryStatusSchema = z.enum(INQUIRY_STATUSES);
export type InquiryStatus = z.infer<typeof inquiryStatusSchema>;

/** What staff see (`GET /api/inquiries`, `GET /api/inquiries/{id}`). */
export const inquirySchema = z.object({
  _id: idSchema,
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  eventType: eventTypeSchema,
  /** YYYY-MM-DD */
  eventDate: z.string().nullable(),
  message: z.string(),
  status: inquiryStatusSchema,
  notes: z.string(),
  createdAt: timestampSchema,
  /** 24 hours after `createdAt` (the studio's promise) */
  replyDueAt: timestampSchema,
  /** incremented by every change; required in an update */
  version: z.number().int(),
  /** set aside as likely spam; `?quarantined=true` lists these */
  quarantined: z.boolean(),
  /** oldest first; `isUndo` marks an entry that restored the status before */
  history: z.array(
    z.object({ status: inquiryStatusSchema, at: timestampSchema, by: z.string(), isUndo: z.boolean().optional() }),
  ),
});
export type Inquiry = z.infer<typeof inquirySchema>;

/** `GET /api/inquiries/counts`: the inbox by status, filtered by `type` and `q`, and all quarantined inquiries. */
export const inquiryCountsSchema = z.object({
  New: z.number().int(),
  Responded: z.number().int(),
  Booked: z.number().int(),
  quarantined: z.number().int(),
});
export type InquiryCounts = z.infer<typeof inquiryCountsSchema>;

/** Inquiries on one page of `GET /api/inquiries`; the header `Link: <…>; rel="next"` names the next page. */
export const INQUIRIES_PER_PAGE = 50;

/**
 * `PUT /api/inquiries/{id}`; a `version` that is not the stored one is refused with 409. `quarantined: false` says
 * 'Not spam'.
 */
export const inquiryUpdateSchema = z.strictObject({
  version: z.number().int(),
  status: inquiryStatusSchema.optional(),
  notes: text(5000).optional(),
  quarantined: z.boolean().optional(),
});

/** `POST /api/inquiries/{id}/undo` */
export const inquiryUndoSchema = inquiryUpdateSchema.pick({ version: true });

const manyIds = z.array(idSchema).min(1).max(200);

/**
 * `POST /api/inquiries/delete`. `permanently` deleted inquiries cannot be restored: those that are neither quarantined nor
 * deleted must still have their version in `versions`, otherwise nothing is deleted and the response is 409.
 */
export const inquiriesDeleteSchema = z.strictObject({
  ids: manyIds,
  permanently: z.boolean().default(false),
  /** versions that the client saw, by id */
  versions: z.record(idSchema, z.number().int()).optional(),
});

/** `POST /api/inquiries/restore` */
export const inquiriesRestoreSchema = z.strictObject({ ids: manyIds });

/** `POST /api/inquiries/empty-quarantine` permanently deletes what was received up to the inquiry `upTo`. */
export const emptyQuarantineSchema = z.strictObject({ upTo: idSchema });

/** How many inquiries a call for several of them changed. */
export const inquiriesChangedSchema = z.object({ count: z.number().int() });
