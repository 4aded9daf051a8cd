import type { RemoteLocation, UnsavedScope } from '@godhuli/contracts/host';
import type { RefObject } from 'react';

/** The location of a document, and how it changes without loading a new document. */
export interface Routing {
  /** `pathname` is relative to the site, not to a mount */
  location: RemoteLocation;
  /** whether this document can show a path of its zone */
  reaches(pathname: string): boolean;
  /** Goes to a path that this document can show. */
  navigate(to: string, options?: { replace?: boolean }): void;
  /** whether a navigation waits for the visitor's decision */
  isBlocked: boolean;
  /** Continues the blocked navigation, or cancels it. */
  resolve(leave: boolean): void;
}

/**
 * Returns the document's routing.
 * @param unsaved what leaves the unsaved changes of this moment; null: there are none, and no navigation is blocked. A ref, because a
 * remote may save and navigate before the next render.
 */
export type UseRouting = (unsaved: RefObject<UnsavedScope | null>) => Routing;
