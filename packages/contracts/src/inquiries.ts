import { z } from 'zod';
import { dateSchema, idSchema, momentSchema, requiredText, text } from './text.js';

/** The photography types of the form, value and label (specification, section 5). */
export const EVENT_TYPES = [
  { value: 'wedding', label: 'Wedding & Events' },
  { value: 'prewedding', label: 'Pre-Wedding Photography' },
  { value: 'maternity', label: 'Maternity Photography' },
  { value: 'newborn', label: 'Newborn Photography' },
  { value: 'commercial', label: 'Commercial Photography' },
  { value: 'cinematic', label: 'Cinematic Photography' },
  { value: 'other', label: 'Other' },
] as const;
export const eventTypeSchema = z.enum(
  EVENT_TYPES.map((type) => type.value),
  'Please choose a photography type.',
);

const blankToNull = (value: unknown) => (value === '' || value === undefined ? null : value);

/** `POST /api/inquiries` (API-3). `website` is the honeypot, `elapsedMs` the time since the form was shown. */
export const inquiryInputSchema = z.strictObject({
  name: requiredText(120, 'Please tell us your name.'),
  eventType: eventTypeSchema,
  phone: z
    .preprocess(
      blankToNull,
      text(40)
        .regex(/^[+0-9 ()./-]{5,40}$/, 'Please give a phone number in digits.')
        .nullable(),
    )
    .default(null),
  email: z
    .preprocess(blankToNull, text(254).pipe(z.email('Please give a valid e-mail address.')).nullable())
    .default(null),
  eventDate: z.preprocess(blankToNull, dateSchema.nullable()).default(null),
  message: text(5000).default(''),
  website: text(500).optional(),
  elapsedMs: z.number().int().min(0).optional(),
});
export type InquiryInput = z.input<typeof inquiryInputSchema>;

/** Answer of `POST /api/inquiries`, 201, only after commit. */
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
  createdAt: momentSchema,
  /** createdAt and 24 hours (the studio's promise) */
  replyDueAt: momentSchema,
  /** grows by one with every change; send it back with a change */
  version: z.number().int(),
  /** set aside as likely spam; `?quarantined=true` lists these */
  quarantined: z.boolean(),
  history: z.array(z.object({ status: inquiryStatusSchema, at: momentSchema, by: z.string() })),
});
export type Inquiry = z.infer<typeof inquirySchema>;

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
