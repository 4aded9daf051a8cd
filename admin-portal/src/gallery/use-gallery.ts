import { ApiError } from '@godhuli/contracts/api-error';
import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import { useRef, useState } from 'react';
import { failureText } from '../api/call';
import {
  changePortfolioItem,
  deletePortfolioItem,
  loadPortfolio,
  movePortfolioItem,
  restorePortfolioItem,
  storedItemOf,
} from '../api/portfolio';
import { useLoad } from '../api/use-load';
import { useHost } from '../host/host-context';
import { itemInFront, withMoved } from './order';

/** The gallery and what staff do with it. Every change shows at once and is taken back when the server refuses it. */
export function useGallery() {
  const host = useHost();
  const { result, reload, retry, change } = useLoad(loadPortfolio);
  const [deleted, setDeleted] = useState<PortfolioItem | null>(null);
  const moves = useRef(Promise.resolve());
  const waitingMoves = useRef(0);
  const heroChoices = useRef(Promise.resolve());
  /** the item of the last hero choice as the server stored it */
  const lastChosen = useRef<PortfolioItem | null>(null);
  // The order as it is with every move made here, also those that are not drawn yet.
  const known = useRef<readonly PortfolioItem[]>([]);
  if (waitingMoves.current === 0) known.current = result.data ?? [];

  const complain = (title: string, error: unknown) =>
    host.toast({
      title,
      description: failureText(error, 'Nothing was changed. Please try again.'),
      variant: 'destructive',
    });

  /** Moves go to the server one after the other; only the last answer is shown, so that nothing jumps in between. */
  function move(id: string, beforeId: string | null): Promise<void> {
    const afterId = itemInFront(known.current, id, beforeId);
    known.current = withMoved(known.current, id, beforeId);
    change((items) => withMoved(items, id, beforeId));
    waitingMoves.current += 1;
    moves.current = moves.current.then(async () => {
      try {
        const items = await movePortfolioItem(id, { beforeId, afterId });
        if (waitingMoves.current === 1) change(() => items);
      } catch (error) {
        complain('We could not save the new order', error);
        if (waitingMoves.current === 1) await reload();
      } finally {
        waitingMoves.current -= 1;
      }
    });
    return moves.current;
  }

  const show = (changed: PortfolioItem) =>
    change((items) => items.map((item) => (item._id === changed._id ? changed : item)));

  /** Choices go to the server one after the other, so that a quick second one is no conflict with the first. */
  function setHero(item: PortfolioItem, hero: boolean): Promise<void> {
    show({ ...item, hero });
    heroChoices.current = heroChoices.current.then(async () => {
      const chosen = lastChosen.current;
      const seen = chosen?._id === item._id && chosen.version > item.version ? chosen : item;
      try {
        lastChosen.current = await changePortfolioItem(item._id, { hero, version: seen.version });
        show(lastChosen.current);
      } catch (error) {
        const theirs = storedItemOf(error);
        show(theirs ?? seen);
        if (theirs?.hero === hero) return;
        if (!theirs) complain('We could not change the slideshow', error);
        else
          host.toast({
            title: 'We could not change the slideshow',
            description: 'Someone else changed this item. You see their version now. Please choose again.',
            variant: 'destructive',
          });
      }
    });
    return heroChoices.current;
  }

  /** Deletes and loads the list again. A failure has been logged, is said, and leaves the grid as it is (ADM-GAL-2). */
  async function remove(item: PortfolioItem): Promise<void> {
    try {
      await deletePortfolioItem(item);
    } catch (error) {
      // Someone else's version: the next question shows it.
      if (error instanceof ApiError && error.status === 409) await reload();
      complain('We could not delete this photo', error);
      return;
    }
    change((items) => items.filter((other) => other._id !== item._id));
    setDeleted(item);
    await reload();
  }

  async function undoDelete(): Promise<void> {
    if (!deleted) return;
    try {
      await restorePortfolioItem(deleted._id);
      setDeleted(null);
      await reload();
    } catch (error) {
      complain('We could not restore this photo', error);
    }
  }

  return { result, reload, retry, move, setHero, remove, deleted, undoDelete, dismissDeleted: () => setDeleted(null) };
}
