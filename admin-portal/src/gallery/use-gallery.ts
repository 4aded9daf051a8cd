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
        complain('The new order was not saved', error);
        if (waitingMoves.current === 1) await reload();
      } finally {
        waitingMoves.current -= 1;
      }
    });
    return moves.current;
  }

  const show = (changed: PortfolioItem) =>
    change((items) => items.map((item) => (item._id === changed._id ? changed : item)));

  async function setHero(item: PortfolioItem, hero: boolean): Promise<void> {
    show({ ...item, hero });
    try {
      show(await changePortfolioItem(item._id, { hero }));
    } catch (error) {
      show(item);
      complain('The hero was not changed', error);
    }
  }

  /** Deletes and loads the list again. A failure has been logged, is said, and leaves the grid as it is (ADM-GAL-2). */
  async function remove(item: PortfolioItem): Promise<void> {
    try {
      await deletePortfolioItem(item);
    } catch (error) {
      // Someone else's version: the next question shows it.
      if (error instanceof ApiError && error.status === 409) await reload();
      complain('The item was not deleted', error);
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
      complain('The item could not be brought back', error);
    }
  }

  return { result, reload, retry, move, setHero, remove, deleted, undoDelete, dismissDeleted: () => setDeleted(null) };
}
