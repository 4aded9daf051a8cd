import { z } from 'zod';
import { idSchema } from './text.js';

const postSchema = z.object({ _id: idSchema, title: z.string() });

/** `GET /api/admin/blog` */
export const blogListSchema = z.object({ blogs: z.array(postSchema) });
