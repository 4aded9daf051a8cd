/** One module that the host provides to every remote. */
export interface SharedModule {
  /** The range of versions a remote may be built against; the host's own version must satisfy it. */
  requiredVersion: string;
  /** Why it is shared: two copies in one page would break, or only cost. */
  why: string;
}

/**
 * The shared-module policy: the host provides each of these once, eagerly; a remote carries none of them and shares nothing
 * else. Everything that is not here belongs to the remote alone, in the version that its team chose. Costs and measurements:
 * docs/decisions/001-module-federation-sharing.md.
 */
export const SHARED_MODULES: Readonly<Record<string, SharedModule>> = {
  react: { requiredVersion: '^19.0.0', why: 'hooks and context work through one React alone' },
  'react/jsx-runtime': { requiredVersion: '^19.0.0', why: 'belongs to the one React' },
  'react-dom': { requiredVersion: '^19.0.0', why: 'one renderer owns the tree; 56 KB of brotli are sent once' },
  '@emotion/react': { requiredVersion: '^11.11.0', why: "the host's CacheProvider is a context of this copy" },
  '@emotion/react/jsx-runtime': {
    requiredVersion: '^11.11.0',
    why: 'the css prop enters emotion through this file, and would bring a second context',
  },
};
