import { z } from 'zod';
import { idSchema } from './text.js';

const postSchema = z.object({ _id: idSchema, title: z.string() });

/** `GET /api/admin/blog` */
export const blogListSchema = z.object({ blogs: z.array(postSchema) });
/** `GET /api/admin/videos` */
export const videoListSchema = z.object({ videos: z.array(postSchema) });
