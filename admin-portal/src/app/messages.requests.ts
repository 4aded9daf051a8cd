import { z } from 'zod';
import { call } from './call';

/** The key of everything that is read about messages. */
export const MESSAGES = 'messages';

/** Sends a failed message again. */
export async function sendAgain(id: string): Promise<void> {
  await call(z.unknown(), `/api/admin/messages/${id}/send-again`, { method: 'POST' });
}
