import type { Language } from '@godhuli/contracts/inquiries';
import {
  type MessageKind,
  type MessageRecipient,
  type MessageRecipientUpdate,
  messagePreviewSchema,
  messageRecipientSchema,
  messageSchema,
  messageStatusSchema,
} from '@godhuli/contracts/messages';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callPage } from '../../app/call';
import { MESSAGES } from '../../app/messages.requests';
import { LIVE } from '../../app/query-client';

const PATH = '/api/admin/messages';

export const statusQuery = queryOptions({
  ...LIVE,
  queryKey: [MESSAGES, 'status'],
  queryFn: ({ signal }) => call(messageStatusSchema, `${PATH}/status`, { signal }),
});

export type Shown = 'problems' | 'all';

export const messagesQuery = (show: Shown) =>
  infiniteQueryOptions({
    queryKey: [MESSAGES, 'list', show],
    queryFn: ({ pageParam, signal }) => callPage(messageSchema, pageParam, signal),
    initialPageParam: show === 'all' ? `${PATH}?show=all` : PATH,
    getNextPageParam: ({ next }) => next,
  });

export const recipientsQuery = queryOptions({
  ...LIVE,
  queryKey: [MESSAGES, 'recipients'],
  queryFn: ({ signal }) => call(z.array(messageRecipientSchema), `${PATH}/recipients`, { signal }),
});

export const previewQuery = (kind: MessageKind, language: Language) =>
  queryOptions({
    queryKey: [MESSAGES, 'preview', kind, language],
    queryFn: ({ signal }) => call(messagePreviewSchema, `${PATH}/previews/${kind}?language=${language}`, { signal }),
  });

export function saveRecipient(id: string, change: MessageRecipientUpdate): Promise<MessageRecipient> {
  return call(messageRecipientSchema, `${PATH}/recipients/${id}`, { method: 'PUT', json: change });
}

/** Sends a test message to the admin's own email. */
export async function sendTest(): Promise<void> {
  await call(z.unknown(), `${PATH}/test`, { method: 'POST' });
}
