import { z } from 'zod';
import { idSchema, isDay } from './text.js';

/** Rows of one page of a long list, unless the request names fewer or more. */
export const ROWS_PER_PAGE = 50;
export const pageSizeSchema = (max: number) => z.coerce.number().int().min(1).max(max).default(ROWS_PER_PAGE);

const cursorSchema = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern, 'Invalid cursor.')
    .refine((cursor) => isDay(cursor.slice(0, 10)), 'Invalid cursor.');
/** The cursor of a list that is sorted by a day, then by id: `2026-12-01.7`. */
export const dayCursorSchema = cursorSchema(/^\d{4}-\d\d-\d\d\.[1-9]\d{0,17}$/);
/** The cursor of a list that is sorted by a time in UTC, then by id: `2026-12-01T10:00:00.123456Z_7`. */
export const timeCursorSchema = cursorSchema(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z_[1-9]\d{0,17}$/);

/** Query of a list that is sorted by id, newest first; `cursor` comes from the header `Link` of the page before. */
export const pageQuerySchema = z.strictObject({ cursor: idSchema.optional(), limit: pageSizeSchema(200) });
export type PageQuery = z.output<typeof pageQuerySchema>;
