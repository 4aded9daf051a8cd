import type { RemoteLocation } from '@godhuli/contracts/host';

/** Where a document stands, and how it moves without loading a new one. */
export interface Routing {
  /** of the whole site: `pathname` is not yet relative to a mount */
  location: RemoteLocation;
  /** whether a path of this document's zone is reached without a new document */
  reaches(pathname: string): boolean;
  /** Goes to a path that it reaches. */
  navigate(to: string, options?: { replace?: boolean }): void;
  /** a navigation waits for the visitor's answer to the question */
  asking: boolean;
  answer(leave: boolean): void;
}

/** Answers the document's routing, as a hook. @param question guards unsaved changes; null: nothing is held back */
export type UseRouting = (question: string | null) => Routing;
