import { idSchema } from '@godhuli/contracts/text';
import { z } from 'zod';

/** `{id}` of a path. */
export const idParameter = z.object({ id: idSchema });
