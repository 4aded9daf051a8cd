/** How long a page waits for something that may never happen. */
export const LONGEST_WAIT_MS = 4000;
