import type { Inquiry } from '@godhuli/contracts/inquiries';

/** The order of the API: by when something is due, then the others, latest first. */
export function byReplyDue(first: Inquiry, second: Inquiry): number {
  if (first.dueAt === null || second.dueAt === null) {
    if (first.dueAt === second.dueAt) return byNewest(first, second);
    return first.dueAt === null ? 1 : -1;
  }
  return Date.parse(first.dueAt) - Date.parse(second.dueAt) || Number(first._id) - Number(second._id);
}

export const byNewest = (first: Inquiry, second: Inquiry): number =>
  Date.parse(second.createdAt) - Date.parse(first.createdAt) || Number(second._id) - Number(first._id);
