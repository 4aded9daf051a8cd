import { z } from 'zod';
import { mediaIdSchema } from './media.js';
import { portfolioCategorySchema, sentCategorySchema, staffPortfolioItemSchema } from './portfolio.js';
import { idSchema, requiredText, text, timestampSchema } from './text.js';

/** The largest file, in bytes. */
export const MAX_UPLOAD_BYTES = 25 * 1024 * 1024;
/** The largest part of a file that one request may send, in bytes. */
export const MAX_CHUNK_BYTES = 8 * 1024 * 1024;
/** The most files of one registration. */
export const UPLOADS_PER_REQUEST = 100;
/** The content type of a part, as in the tus protocol. */
export const CHUNK_TYPE = 'application/offset+octet-stream';

/** A file that is being uploaded, or that was refused. Only its owner reads it, and never its content. */
export const uploadSchema = z.object({
  _id: idSchema,
  /** chosen by the client */
  key: z.string(),
  name: z.string(),
  bytes: z.number().int(),
  /** time of the last change of the file, ms since 1970, to recognise the file when it is picked again */
  modifiedMs: z.number().int(),
  /** so many bytes are stored; the next part begins here */
  received: z.number().int(),
  state: z.enum(['waiting', 'failed', 'done']),
  /** why the file was refused, or '' */
  problem: z.string(),
  title: z.string(),
  category: sentCategorySchema,
  place: z.string(),
  published: z.boolean(),
  createdAt: timestampSchema,
});
export type Upload = z.infer<typeof uploadSchema>;

export const uploadFileSchema = z.strictObject({
  /** a retry with the same key registers nothing new */
  key: z.string().regex(/^[0-9a-f]{32}$/, 'Send 32 hexadecimal digits.'),
  name: requiredText(255),
  bytes: z.number().int().min(1, 'This file is empty.').max(MAX_UPLOAD_BYTES, 'This photo is larger than 25 MB.'),
  modifiedMs: z.number().int().min(0).max(8.64e15),
  title: requiredText(120, 'Please enter a title.'),
});
/** `POST /api/admin/portfolio/uploads`: names the files before their bytes are sent, so that a reload forgets none. */
export const uploadsInputSchema = z.strictObject({
  files: z
    .array(uploadFileSchema, 'Please send a list of files.')
    .min(1, 'Choose at least one photo.')
    .max(UPLOADS_PER_REQUEST, `Send at most ${UPLOADS_PER_REQUEST} files at once.`),
  category: portfolioCategorySchema,
  place: text(120).default(''),
  published: z.boolean().default(false),
});
export type UploadsInput = z.input<typeof uploadsInputSchema>;

export const uploadListSchema = z.object({ uploads: z.array(uploadSchema) });
/** `GET /api/admin/portfolio/uploads`: the unfinished and refused files of the user, in the order of registration. */
export const uploadPageSchema = uploadListSchema.extend({ next: z.string().nullable() });

/** `GET /api/admin/portfolio/uploads/duplicates`: items with this photo, or with one that was made from a file with this sha256. */
export const duplicatesQuerySchema = z
  .strictObject({
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'Invalid sha256.')
      .optional(),
    mediaId: mediaIdSchema.optional(),
  })
  .refine(({ hash, mediaId }) => (hash === undefined) !== (mediaId === undefined), 'Send hash or mediaId.');
export const duplicateSchema = z.object({ _id: idSchema, title: z.string(), isInTrash: z.boolean() });
export type Duplicate = z.infer<typeof duplicateSchema>;
export const duplicatesSchema = z.object({ duplicates: z.array(duplicateSchema) });

/** `POST /api/admin/portfolio/uploads/{id}/finish`: makes an item of a complete file. A duplicate is refused unless it is wanted. */
export const finishUploadSchema = z.strictObject({ keepDuplicate: z.boolean().default(false) });
export const finishedUploadSchema = z.object({ item: staffPortfolioItemSchema });
