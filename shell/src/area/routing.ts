import type { RemoteLocation } from '@godhuli/contracts/host';

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

/** Returns the document's routing. @param question to ask before unsaved changes are left; null: no navigation is blocked */
export type UseRouting = (question: string | null) => Routing;
