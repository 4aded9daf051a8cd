import type { Inquiry } from '@godhuli/contracts/inquiries';

/** The order of the API: new inquiries by when a reply is due, then the others, latest first. */
export function byReplyDue(first: Inquiry, second: Inquiry): number {
  const isFirstNew = first.status === 'New';
  if (isFirstNew !== (second.status === 'New')) return isFirstNew ? -1 : 1;
  const difference =
    Date.parse(first.replyDueAt) - Date.parse(second.replyDueAt) || Number(first._id) - Number(second._id);
  return isFirstNew ? difference : -difference;
}

export const byNewest = (first: Inquiry, second: Inquiry): number =>
  Date.parse(second.createdAt) - Date.parse(first.createdAt) || Number(second._id) - Number(first._id);
