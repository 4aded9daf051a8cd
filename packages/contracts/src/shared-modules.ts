/**
 * The modules that the host provides to every remote, with the range of versions that a remote may be built against; the host's
 * own version must satisfy it. The host provides each of them once, eagerly. A remote contains none of them and shares nothing
 * else: every other module belongs to the remote alone, in the version that its team chose. Costs and measurements:
 * docs/decisions/001-module-federation-sharing.md.
 */
export const SHARED_MODULES: Readonly<Record<string, string>> = {
  // Hooks and context work only with a single React.
  react: '^19.0.0',
  'react/jsx-runtime': '^19.0.0',
  // One renderer owns the tree; its 56 KB of brotli are sent once.
  'react-dom': '^19.0.0',
  // The host's CacheProvider is a context of this copy. The css prop uses the second file.
  '@emotion/react': '^11.11.0',
  '@emotion/react/jsx-runtime': '^11.11.0',
};
