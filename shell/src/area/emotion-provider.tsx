import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
// Met here, so that the host can lend it: a remote's css prop enters emotion through this file.
import '@emotion/react/jsx-runtime';
import type { StyleProvider } from './mount-remote';

/** Emotion keys are small letters and dashes alone. */
function emotionKey(remoteName: string): string {
  return remoteName.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
}

const styleCaches = new Map<string, EmotionCache>();

/** One emotion cache for each remote and document: a cache never takes its style elements away again. */
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
