import type { PageComposition, PageRelease } from '@godhuli/contracts/page';

/** A release as a document names it. */
export function releaseOf(name: string, version: string, routes: string[]): PageRelease {
  return {
    name,
    version,
    contract: 1,
    container: `${name.replaceAll('-', '_')}_${version.slice(-12)}`,
    entry: 'remoteEntry.js',
    remoteFiles: ['remote.js'],
    routes,
    baseUrl: `/remotes/${name}/${version}/`,
    files: [{ path: 'remoteEntry.js', integrity: 'sha384-entry' }],
  };
}

const OLD = '1.0.0-aaaaaaaaaaaa';
const NEW = '1.1.0-bbbbbbbbbbbb';

/** The staff zone's document: one remote with two releases. */
export function staffPage(previous = true): PageComposition {
  const routes = ['/', '/dashboard', '/dashboard/*'];
  return {
    generation: 7,
    mount: { path: '/admin', remote: 'admin-portal', zone: 'staff' },
    remotes: {
      'admin-portal': {
        live: releaseOf('admin-portal', NEW, routes),
        previous: previous ? releaseOf('admin-portal', OLD, routes) : null,
      },
    },
    data: {},
    scripts: [],
    styles: [],
    isDeferred: false,
  };
}

/** The public zone's document, whose container has the server's markup. */
export function publicPage(previous = false): PageComposition {
  return {
    generation: 7,
    mount: { path: '/', remote: 'public-site', zone: 'public' },
    remotes: {
      'public-site': {
        live: releaseOf('public-site', NEW, ['/']),
        previous: previous ? releaseOf('public-site', OLD, ['/']) : null,
      },
    },
    data: { '/api/stats': [{ number: '500+' }] },
    scripts: [],
    styles: [],
    isDeferred: true,
  };
}
