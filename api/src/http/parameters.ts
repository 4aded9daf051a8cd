import { idSchema } from '@godhuli/contracts/text';
import { z } from 'zod';

/** The path parameter `{id}`. */
export const idParameter = z.object({ id: idSchema });
