import { z } from 'zod';
import { dayInIndia, EVENT_TYPES, FIELD_MESSAGES, HEARD_FROM, isRange, MAX_LENGTH } from './inquiry-form.js';
import { asciiDigits, phoneNumbersIn } from './phone.js';
import { dateSchema, idSchema, requiredText, text, timestampSchema } from './text.js';

export { EVENT_TYPES };
export const eventTypeSchema = z.enum(
  EVENT_TYPES.map((type) => type.value),
  FIELD_MESSAGES.eventType,
);

const heardFromSchema = z.enum(
  HEARD_FROM.map(({ value }) => value),
  'Please choose one of the answers.',
);

const blankToNull = (value: unknown) => (value === '' || value === undefined ? null : value);

/** Phone numbers as people write them, with the digits 0 to 9; '' is none. */
export const phoneSchema = z
  .preprocess(
    blankToNull,
    text(MAX_LENGTH.phone)
      .refine((value) => phoneNumbersIn(value).length > 0, FIELD_MESSAGES.phone)
      .transform(asciiDigits)
      .nullable(),
  )
  .default(null);
/** '' is none. */
export const emailSchema = z
  .preprocess(blankToNull, text(MAX_LENGTH.email).pipe(z.email(FIELD_MESSAGES.email)).nullable())
  .default(null);

/** A form sent just before midnight, or sent again just after it, may still ask for the day that has ended. */
const MIDNIGHT_GRACE_MS = 10 * 60_000;
const isTodayOrLater = (day: string) => day >= dayInIndia(Date.now() - MIDNIGHT_GRACE_MS);

/** The studio replies within this time (specification, section 9). Migration 150 has the same rule. */
export const REPLY_HOURS = 24;

/** Returns when the reply to an inquiry is due. */
export const replyDueAt = (createdAt: Date) => new Date(createdAt.getTime() + REPLY_HOURS * 3_600_000);

/** Languages of pages and of messages to visitors. */
export const LANGUAGES = ['en', 'mr', 'hi'] as const;
export const languageSchema = z.enum(LANGUAGES);
export type Language = z.infer<typeof languageSchema>;

/**
 * A UTM value of the URL that the visitor opened. Visitors do not see it, so an invalid one is left out, not refused. Without
 * '@' and '/' it holds no email and no URL.
 */
const campaignSchema = z
  .string()
  .transform((value) => value.trim().toLowerCase())
  .transform((value) => (/^[\p{L}\p{M}\p{N} ._~+|:-]{1,60}$/u.test(value) ? value : null))
  .nullable()
  .default(null);

/** `POST /api/inquiries` (API-3). `website` is the honeypot, `elapsedMs` the time since the form was shown. */
const inquiryFieldsSchema = z.strictObject({
  name: requiredText(MAX_LENGTH.name, FIELD_MESSAGES.name),
  eventType: eventTypeSchema,
  phone: phoneSchema,
  email: emailSchema,
  eventDate: z
    .preprocess(blankToNull, dateSchema.refine(isTodayOrLater, FIELD_MESSAGES.eventDate).nullable())
    .default(null),
  /** the last day of a range that begins with `eventDate` */
  eventEndDate: z.preprocess(blankToNull, dateSchema.nullable()).default(null),
  /** the date is not fixed yet; `eventDate` may still name a rough one. A form without JavaScript posts 'true'. */
  dateUndecided: z
    .preprocess((value) => (value === '' ? false : value === 'true' || value), z.boolean())
    .default(false),
  message: text(MAX_LENGTH.message)
    .nullish()
    .transform((value) => value ?? ''),
  /** 'How did you hear about us?' */
  heardFrom: z.preprocess(blankToNull, heardFromSchema.nullable()).default(null),
  /** default: from the `Referer` of the request */
  utmSource: campaignSchema,
  utmMedium: campaignSchema,
  utmCampaign: campaignSchema,
  /** of the page with the form; the acknowledgement is in this language */
  language: languageSchema.default('en'),
  website: text(500).optional(),
  elapsedMs: z.number().int().min(0).optional(),
});
export const inquiryInputSchema = inquiryFieldsSchema.refine(
  ({ eventDate, eventEndDate }) => eventEndDate === null || isRange(eventDate ?? '', eventEndDate),
  { path: ['eventEndDate'], error: FIELD_MESSAGES.eventEndDate },
);
export type InquiryInput = z.input<typeof inquiryInputSchema>;

/** Response of `POST /api/inquiries`, 201, after the commit. */
export const inquiryReceiptSchema = z.object({
  _id: idSchema,
  /** GOD-2611-7K3PXQ: names the inquiry to people */
  reference: z.string(),
  /** the visitor left a phone number or an email */
  hasContact: z.boolean(),
});
export type InquiryReceipt = z.infer<typeof inquiryReceiptSchema>;

export const INQUIRY_STATUSES = ['New', 'Responded', 'Booked'] as const;
export const inquiryStatusSchema = z.enum(INQUIRY_STATUSES);
export type InquiryStatus = z.infer<typeof inquiryStatusSchema>;

/** The stages of the pipeline. Each has one status: Replied to Held and Lost are Responded. */
export const INQUIRY_STAGES = ['New', 'Replied', 'Met', 'Quoted', 'Held', 'Booked', 'Lost'] as const;
export const inquiryStageSchema = z.enum(INQUIRY_STAGES);
export type InquiryStage = z.infer<typeof inquiryStageSchema>;

/** Returns the status of a stage. Migration 150 has the same rule. */
export const statusOfStage = (stage: InquiryStage): InquiryStatus =>
  stage === 'New' || stage === 'Booked' ? stage : 'Responded';

/** Why an inquiry was lost. */
export const LOST_REASONS = [
  'Too expensive',
  'Date not free',
  'Chose another studio',
  'No reply',
  'Plans changed',
  'Other',
] as const;
const lostReasonSchema = z.enum(LOST_REASONS);
export type LostReason = z.infer<typeof lostReasonSchema>;

/** Why an inquiry is in quarantine. `earlier`: before reasons were stored. */
export const QUARANTINE_REASONS = [
  'hidden-field',
  'too-fast',
  'links',
  'network',
  'many-networks',
  'busy-day',
  'staff',
  'earlier',
] as const;
const quarantineReasonSchema = z.enum(QUARANTINE_REASONS);
export type QuarantineReason = z.infer<typeof quarantineReasonSchema>;

/** The largest value of an inquiry, in rupees. */
export const MAX_VALUE = 1_000_000_000;
const placeSchema = text(120).transform((value) => value || null);

/** What staff see (`GET /api/inquiries`, `GET /api/inquiries/{id}`). */
export const inquirySchema = z.object({
  _id: idSchema,
  /** as in the acknowledgement to the visitor */
  reference: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  eventType: eventTypeSchema,
  /** YYYY-MM-DD */
  eventDate: z.string().nullable(),
  /** the last day of a range */
  eventEndDate: z.string().nullable(),
  /** the visitor has not fixed the date */
  dateUndecided: z.boolean(),
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
  quarantineReason: quarantineReasonSchema.nullable(),
  stage: inquiryStageSchema,
  /** of the stage Lost */
  lostReason: lostReasonSchema.nullable(),
  /** the member of staff who looks after it */
  ownerId: idSchema.nullable(),
  ownerName: z.string().nullable(),
  /** when the reply of a new inquiry is due, later the end of the next task's day in India; null: nothing is due */
  dueAt: timestampSchema.nullable(),
  /** in rupees */
  value: z.number().int().nullable(),
  city: z.string().nullable(),
  /** how the visitor found the studio: the answer in the form, else `utmSource`; staff can change it */
  source: z.string().nullable(),
  /** 'How did you hear about us?' as it was answered */
  heardFrom: heardFromSchema.nullable(),
  /** of the URL that the visitor opened */
  utmSource: z.string().nullable(),
  utmMedium: z.string().nullable(),
  utmCampaign: z.string().nullable(),
  /** who sent it; null in quarantine */
  clientId: idSchema.nullable(),
  /** oldest first; `isUndo` marks an entry that restored the stage before */
  history: z.array(
    z.object({
      status: inquiryStatusSchema,
      stage: inquiryStageSchema,
      lostReason: lostReasonSchema.nullable(),
      at: timestampSchema,
      by: z.string(),
      isUndo: z.boolean().optional(),
    }),
  ),
});
export type Inquiry = z.infer<typeof inquirySchema>;

/** `GET /api/inquiries/deleted`: what can be restored, the latest deletion first. */
export const deletedInquirySchema = inquirySchema.extend({
  deletedAt: timestampSchema,
  /** name of the user who deleted it; null if it is not known, and an API of before does not say it */
  deletedBy: z.string().nullable().default(null),
  /** when it is removed permanently */
  removedAt: timestampSchema,
});
export type DeletedInquiry = z.infer<typeof deletedInquirySchema>;

const countSchema = z.number().int();

/**
 * `GET /api/inquiries/counts`: the inbox by status and by stage, filtered as the list is except by status and stage, and all
 * quarantined inquiries.
 */
export const inquiryCountsSchema = z.object({
  New: countSchema,
  Responded: countSchema,
  Booked: countSchema,
  quarantined: countSchema,
  /** those whose reply or task is overdue */
  overdue: countSchema,
  stages: z.record(inquiryStageSchema, countSchema),
});
export type InquiryCounts = z.infer<typeof inquiryCountsSchema>;

/** Characters of the notes of an inquiry. */
export const MAX_NOTES_LENGTH = 5000;

/** Inquiries on one page of `GET /api/inquiries`; the header `Link: <…>; rel="next"` names the next page. */
export const INQUIRIES_PER_PAGE = 50;

/**
 * `PUT /api/inquiries/{id}`; a `version` that is not the stored one is refused with 409. `quarantined: false` says
 * 'Not spam'.
 */
export const inquiryUpdateSchema = z.strictObject({
  version: z.number().int(),
  status: inquiryStatusSchema.optional(),
  notes: text(MAX_NOTES_LENGTH).optional(),
  quarantined: z.boolean().optional(),
  /** a new stage sets the status, and the reverse; of both, the stage decides */
  stage: inquiryStageSchema.optional(),
  /** required with the stage Lost */
  lostReason: lostReasonSchema.nullable().optional(),
  ownerId: idSchema.nullable().optional(),
  value: z
    .number()
    .int('Please enter whole rupees.')
    .min(0, 'Please enter 0 or more.')
    .max(MAX_VALUE, 'Please enter at most 100 crore.')
    .nullable()
    .optional(),
  city: placeSchema.nullable().optional(),
  source: placeSchema.nullable().optional(),
});
export type InquiryUpdate = z.output<typeof inquiryUpdateSchema>;

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

/**
 * `POST /api/inquiries/bulk` changes several inquiries in one transaction. An inquiry whose version is not the stored one is
 * left as it is and named in `conflicts`.
 */
export const inquiriesBulkSchema = z.strictObject({
  items: z
    .array(z.strictObject({ _id: idSchema, version: z.number().int() }))
    .min(1)
    .max(200),
  change: z
    .strictObject({
      stage: inquiryStageSchema.optional(),
      lostReason: lostReasonSchema.optional(),
      ownerId: idSchema.nullable().optional(),
      quarantined: z.boolean().optional(),
      deleted: z.literal(true).optional(),
    })
    .refine((change) => Object.keys(change).length > 0, 'Please choose a change.'),
});
export type InquiriesBulk = z.output<typeof inquiriesBulkSchema>;

export const inquiriesBulkResultSchema = z.object({
  /** ids of the changed inquiries */
  changed: z.array(idSchema),
  conflicts: z.array(z.object({ _id: idSchema, reason: z.enum(['changed', 'deleted']) })),
});

/**
 * `POST /api/inquiries/bulk/undo` returns several inquiries to the place that they had before a bulk change. `version` is the
 * one after that change; an inquiry that has changed since is left as it is and named in `conflicts`.
 */
export const inquiriesBulkUndoSchema = z.strictObject({
  items: z
    .array(
      z.strictObject({
        _id: idSchema,
        version: z.number().int(),
        stage: inquiryStageSchema.optional(),
        lostReason: lostReasonSchema.nullable().optional(),
        ownerId: idSchema.nullable().optional(),
        /** back from the likely spam */
        quarantined: z.literal(false).optional(),
      }),
    )
    .min(1)
    .max(200),
});
export type InquiriesBulkUndo = z.output<typeof inquiriesBulkUndoSchema>;

/** `GET /api/inquiries/owners`: who can own an inquiry. */
export const inquiryOwnersSchema = z.array(z.object({ _id: idSchema, name: z.string() }));
export type InquiryOwner = z.infer<typeof inquiryOwnersSchema>[number];

/** `GET /api/inquiries/sources`: the sources of inquiries in the inbox, the most frequent first, at most 50. */
export const inquirySourcesSchema = z.array(z.string());

/** `GET /api/inquiries` lists in this order: what is due first, the newest, or by a field. */
export const INQUIRY_ORDERS = ['due', 'newest', 'event-date', 'value', 'name'] as const;
export type InquiryOrder = (typeof INQUIRY_ORDERS)[number];
/** The due time as a filter. `week` is the next seven days; both include what is overdue. */
export const DUE_FILTERS = ['overdue', 'today', 'week', 'none'] as const;

/** A saved filter and order of the list; `query` is the query of the portal's URL. */
export const inquiryViewSchema = z.object({
  _id: idSchema,
  name: z.string(),
  query: z.string(),
  /** everyone sees it */
  isShared: z.boolean(),
  /** the user created it */
  isOwn: z.boolean(),
  /** the user may delete it: it is their own, or shared and they are an admin; an API of before does not say so and lets all */
  canDelete: z.boolean().default(true),
});
export type InquiryView = z.infer<typeof inquiryViewSchema>;
/** Views of one user, and shared ones. */
export const MAX_VIEWS = 20;

/** `POST /api/inquiries/views` */
export const inquiryViewInputSchema = z.strictObject({
  name: requiredText(60, 'Please enter a name.'),
  query: text(1000),
  isShared: z.boolean().default(false),
});
