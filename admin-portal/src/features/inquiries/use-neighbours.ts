import type { Inquiry } from '@godhuli/contracts/inquiries';
import { useRef } from 'react';

/** Finds what is above and below an inquiry in the list. */
export function useNeighbours(shown: readonly Inquiry[]) {
  const remembered = useRef<{ id: string; index: number; nextId?: string; previousId?: string } | null>(null);
  const indexOf = (inquiry: Inquiry | undefined) => shown.findIndex(({ _id }) => _id === inquiry?._id);
  return {
    /** Remembers the place of an inquiry before a change that moves it or removes it from the list. */
    rememberPlace(inquiry: Inquiry) {
      const index = indexOf(inquiry);
      if (index < 0) return;
      const [nextId, previousId] = [shown[index + 1]?._id, shown[index - 1]?._id];
      remembered.current = { id: inquiry._id, index, nextId, previousId };
    },
    /** Returns the next (1) or previous (-1) inquiry. */
    neighbourOf(inquiry: Inquiry | undefined, step: 1 | -1) {
      const index = indexOf(inquiry);
      const before = remembered.current;
      if (before && before.id === inquiry?._id && before.index !== index) {
        const wantedId = step === 1 ? before.nextId : before.previousId;
        return shown.find(({ _id }) => _id === wantedId) ?? shown[Math.min(before.index, shown.length - 1)];
      }
      return index < 0 ? shown[0] : shown[index + step];
    },
    /** Returns the inquiry to open after deletions: the next one that stays, else the previous one. */
    neighbourAfterDeletion(inquiry: Inquiry, deleted: readonly Inquiry[]) {
      const index = indexOf(inquiry);
      const stays = ({ _id }: Inquiry) => !deleted.some((other) => other._id === _id);
      return shown.slice(index + 1).find(stays) ?? shown.slice(0, Math.max(index, 0)).findLast(stays);
    },
  };
}
