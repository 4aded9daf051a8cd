import { z } from 'zod';
import { emailSchema, inquirySchema, languageSchema, phoneSchema } from './inquiries.js';
import { MAX_LENGTH } from './inquiry-form.js';
import { mediaIdSchema } from './media.js';
import { timeCursorSchema } from './pages.js';
import { dateSchema, idSchema, requiredText, text, timestampSchema } from './text.js';

/** A phone number or an email of a client. */
export const clientContactSchema = z.object({
  kind: z.enum(['phone', 'email']),
  /** as it was written */
  value: z.string(),
  /** for comparison and links: a phone number in E.164 (+919822012345), an email in lower case */
  key: z.string(),
});
export type ClientContact = z.infer<typeof clientContactSchema>;

const clientFields = {
  _id: idSchema,
  name: z.string(),
  /** of the messages to the client */
  language: languageSchema,
  contacts: z.array(clientContactSchema),
  /** of the newest inquiry, entry or task */
  lastAt: timestampSchema,
  inquiryCount: z.number().int(),
  /** the day on which the next open task is due, in India */
  nextTaskOn: dateSchema.nullable(),
  /** incremented by every change of name or language, and by a merge */
  version: z.number().int(),
};

/** A row of `GET /api/clients`. Its fields are those of `GET /api/clients/{id}`, without the details. */
export const clientRowSchema = z.object(clientFields);
export type ClientRow = z.infer<typeof clientRowSchema>;

export const CLIENTS_PER_PAGE = 50;
/** Clients who may be the same person as another one, and clients with an overdue task. */
export const CLIENT_FILTERS = ['duplicates', 'due'] as const;
export type ClientFilter = (typeof CLIENT_FILTERS)[number];

/** `GET /api/clients`, by the newest activity; the header `Link` leads to the next page. */
export const clientQuerySchema = z.strictObject({
  q: text(200).optional(),
  show: z.enum(CLIENT_FILTERS).optional(),
  cursor: timeCursorSchema.optional(),
  limit: z.coerce.number().int().min(1).max(CLIENTS_PER_PAGE).default(CLIENTS_PER_PAGE),
});

/** What staff add to a timeline. */
export const ENTRY_KINDS = ['note', 'call', 'whatsapp', 'file'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** The largest file of a client, in bytes. */
export const MAX_CLIENT_FILE_BYTES = 25 * 1024 * 1024;
/** Files of one client, with those of the clients merged into it. */
export const MAX_CLIENT_FILES = 100;
/** Endings of the files that staff attach, with the content type of the download. No browser runs any of them as a page. */
export const CLIENT_FILE_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};
/** Returns the ending of a file's name in lower case: 'pdf', or '' without one. */
export const endingOf = (fileName: string): string => /\.([^.]{1,10})$/.exec(fileName)?.[1]?.toLowerCase() ?? '';

/** A file that staff attached. Its bytes are `GET /api/client-files/{entryId}`. */
export const clientFileSchema = z.object({
  name: z.string(),
  bytes: z.number().int(),
  /** incremented by a new name */
  version: z.number().int(),
});
export type ClientFile = z.infer<typeof clientFileSchema>;
/** `PUT /api/client-files/{id}` renames a file; 409 if `version` is not current. */
export const clientFileUpdateSchema = z.strictObject({
  version: z.number().int(),
  name: requiredText(150, 'Please enter a name.'),
});

/** One event of a timeline. */
export const timelineItemSchema = z.object({
  /** unique in the timeline */
  key: z.string(),
  kind: z.enum([...ENTRY_KINDS, 'inquiry', 'stage', 'message', 'booking', 'task', 'merge']),
  at: timestampSchema,
  /** who did it: a member of staff, the visitor or the website */
  by: z.string(),
  text: z.string(),
  inquiryId: idSchema.nullable(),
  /** of an entry that staff added, which they can delete */
  entryId: idSchema.nullable(),
  /** URL of a photo that staff added */
  fileUrl: z.string().nullable(),
  /** a file that staff attached, for download */
  file: clientFileSchema.nullable(),
});
export type TimelineItem = z.infer<typeof timelineItemSchema>;
/** Items of each kind; older ones are left out, and `isTimelineCut` says so. */
export const TIMELINE_ITEMS = 200;

export const clientTaskSchema = z.object({
  _id: idSchema,
  text: z.string(),
  /** the day on which it is due, in India */
  dueOn: dateSchema,
  /** the inquiry whose due time follows this task */
  inquiryId: idSchema.nullable(),
  doneAt: timestampSchema.nullable(),
  doneBy: z.string().nullable(),
  createdBy: z.string(),
  createdAt: timestampSchema,
  version: z.number().int(),
});
export type ClientTask = z.infer<typeof clientTaskSchema>;

/** A client who may be the same person. */
export const duplicateSchema = z.object({
  _id: idSchema,
  name: z.string(),
  version: z.number().int(),
  inquiryCount: z.number().int(),
  /** the phone numbers and emails that both have */
  shared: z.array(z.string()),
});
export type Duplicate = z.infer<typeof duplicateSchema>;

const clientInquirySchema = inquirySchema.pick({
  _id: true,
  reference: true,
  eventType: true,
  eventDate: true,
  eventEndDate: true,
  dateUndecided: true,
  stage: true,
  notes: true,
  createdAt: true,
});

/** `GET /api/clients/{id}`. For a merged client it is the one that it was merged into. */
export const clientSchema = z.object({
  ...clientFields,
  createdAt: timestampSchema,
  /** the newest first */
  inquiries: z.array(clientInquirySchema),
  timeline: z.array(timelineItemSchema),
  isTimelineCut: z.boolean(),
  tasks: z.array(clientTaskSchema),
  duplicates: z.array(duplicateSchema),
  /** clients that were merged into this one, the newest first; each can be taken out again */
  merged: z.array(z.object({ _id: idSchema, name: z.string(), at: timestampSchema, by: z.string() })),
});
export type Client = z.infer<typeof clientSchema>;

const versionSchema = z.number().int();

/** `POST /api/clients`: somebody who called or came by, without an inquiry. */
export const clientInputSchema = z.strictObject({
  name: requiredText(MAX_LENGTH.name, 'Please enter a name.'),
  language: languageSchema.default('en'),
  /** one number or several, as people write them */
  phone: phoneSchema,
  email: emailSchema,
});
export type ClientInput = z.input<typeof clientInputSchema>;

/** `PUT /api/clients/{id}`; 409 if `version` is not current. */
export const clientUpdateSchema = z.strictObject({
  version: versionSchema,
  name: requiredText(120, 'Please enter a name.').optional(),
  language: languageSchema.optional(),
});

/** `POST /api/clients/{id}/merge` merges another client into this one. */
export const clientMergeSchema = z.strictObject({
  version: versionSchema,
  otherId: idSchema,
  otherVersion: versionSchema,
});

/** `POST /api/clients/{id}/not-duplicates`: they are two people, such as a family with one phone. */
export const notDuplicatesSchema = z.strictObject({ otherId: idSchema });

/** `POST /api/clients/{id}/entries`. A file needs `mediaId`, every other kind a text. */
export const entryInputSchema = z
  .strictObject({
    kind: z.enum(ENTRY_KINDS),
    text: text(5000).default(''),
    mediaId: mediaIdSchema.nullable().default(null),
    /** the inquiry that was answered; a new one becomes Replied */
    repliedTo: idSchema.nullable().default(null),
  })
  .refine(({ kind, text: written }) => kind === 'file' || written !== '', {
    path: ['text'],
    message: 'Please enter a text.',
  })
  .refine(({ kind, mediaId }) => (kind === 'file') === (mediaId !== null), {
    path: ['mediaId'],
    message: 'Please choose a photo.',
  });
export type EntryInput = z.input<typeof entryInputSchema>;
export const entryCreatedSchema = z.object({ _id: idSchema });

/** Open tasks of one client. */
export const MAX_OPEN_TASKS = 100;
const taskText = requiredText(500, 'Please enter what to do.');
/** `POST /api/clients/{id}/tasks` */
export const taskInputSchema = z.strictObject({ text: taskText, dueOn: dateSchema });
/** `PUT /api/client-tasks/{id}`; 409 if `version` is not current. */
export const taskUpdateSchema = z.strictObject({
  version: versionSchema,
  text: taskText.optional(),
  dueOn: dateSchema.optional(),
  isDone: z.boolean().optional(),
});

const rowsSchema = z.array(z.record(z.string(), z.unknown()));
/** `POST /api/clients/{id}/export`: everything that is stored about one person, as a file. */
export const clientExportSchema = z.object({
  exportedAt: timestampSchema,
  client: z.record(z.string(), z.unknown()),
  /** records that were merged into this one; absent from an older API */
  merged: rowsSchema.optional(),
  contacts: rowsSchema,
  inquiries: rowsSchema,
  history: rowsSchema,
  entries: rowsSchema,
  tasks: rowsSchema,
  bookings: rowsSchema,
  messages: rowsSchema,
});

/** `POST /api/clients/{id}/erase` */
export const clientEraseSchema = z.strictObject({ version: versionSchema });
/** What was erased, and what stays for the accounts. */
export const clientErasedSchema = z.object({
  inquiries: z.number().int(),
  entries: z.number().int(),
  /** bookings that keep their days, and inquiries that keep their value */
  keptBookings: z.number().int(),
});

/** `GET` and `PUT /api/admin/privacy` */
export const privacySettingsSchema = z.object({
  /** inquiries without a booking are anonymised after so many months */
  retentionMonths: z.number().int().min(1, 'Please enter 1 to 120.').max(120, 'Please enter 1 to 120.'),
  version: versionSchema,
});
export type PrivacySettings = z.infer<typeof privacySettingsSchema>;
export const privacyUpdateSchema = z.strictObject(privacySettingsSchema.shape);
