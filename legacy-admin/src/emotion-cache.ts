import createCache from '@emotion/cache';

/**
 * This app's own styles, under its own key, whatever the host uses. One cache for the life of the page:
 * a cache for each mount would leave its style elements behind at every visit.
 */
export const emotionCache = createCache({ key: 'legacy-admin' });
