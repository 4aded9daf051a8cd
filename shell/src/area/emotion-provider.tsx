import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
// Imported so that the host can share it: a remote's css prop uses this module.
import '@emotion/react/jsx-runtime';
import type { StyleProvider } from './mount-remote';

/** Returns an emotion key, which may contain only small letters and dashes. */
function emotionKey(remoteName: string): string {
  return remoteName.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
}

const styleCaches = new Map<string, EmotionCache>();

/** Returns the emotion cache of a remote. There is one per document, because a cache never removes its style elements. */
function styleCacheOf(remoteName: string): EmotionCache {
  const known = styleCaches.get(remoteName);
  if (known) return known;
  const cache = createCache({ key: emotionKey(remoteName) });
  styleCaches.set(remoteName, cache);
  return cache;
}

/** Wraps a remote in its own emotion cache, keyed by its name. */
export const EmotionProvider: StyleProvider = ({ remoteName, children }) => (
  <CacheProvider value={styleCacheOf(remoteName)}>{children}</CacheProvider>
);
