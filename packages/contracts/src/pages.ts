import { z } from 'zod';
import { idSchema } from './text.js';

/** Rows of one page of a long list, unless the request names fewer or more. */
export const ROWS_PER_PAGE = 50;
export const pageSizeSchema = (max: number) => z.coerce.number().int().min(1).max(max).default(ROWS_PER_PAGE);

/** Query of a list that is sorted by id, newest first; `cursor` comes from the header `Link` of the page before. */
export const pageQuerySchema = z.strictObject({ cursor: idSchema.optional(), limit: pageSizeSchema(200) });
export type PageQuery = z.output<typeof pageQuerySchema>;
