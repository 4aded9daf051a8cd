/** Which packages the lockfile may contain. `dependencies.mjs` and the tests check it. */

/** Licenses of packages that we use or ship. Weak copyleft is allowed for the packages below only. */
export const ALLOWED_LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
]);

/** Licenses that only these packages may have, and why. */
export const EXCEPTIONS = [
  { licence: 'LGPL-3.0-or-later', packages: /^@img\/sharp-/, reason: 'libvips, linked dynamically and unchanged' },
  { licence: 'MPL-2.0', packages: /^axe-core$/, reason: 'runs only in tests, unchanged' },
  { licence: 'MPL-2.0', packages: /^ical\.js$/, reason: 'runs only in tests, unchanged' },
  { licence: 'CC-BY-4.0', packages: /^caniuse-lite$/, reason: 'data of a build tool, not shipped' },
  { licence: undefined, packages: /^xtend$/, reason: 'MIT by its LICENCE file; its package.json is of an older form' },
  {
    licence: undefined,
    packages: /^parse-cache-control$/,
    reason: 'BSD-3-Clause by its LICENSE file; its package.json is of an older form; runs only in bench',
  },
];

/** Packages with an install script, and why each works without it: `ignore-scripts=true` prevents all of them. */
export const INSTALL_SCRIPTS = {
  '@parcel/watcher': 'its native part is a separate package for each platform',
  '@scarf/scarf': 'only counts installs',
  'core-js-pure': 'only prints its author',
  '@swc/core': 'its native part is a separate package for each platform',
  deno: 'its program is a separate package for each platform, started by its path',
  esbuild: 'its native part is a separate package for each platform',
};

/**
 * The packages of a lockfile (version 3) that come from a registry.
 * @param {{ packages: Record<string, object> }} lockfile
 */
export const packagesOf = ({ packages }) =>
  Object.entries(packages).flatMap(([path, entry]) => {
    const name = path.split('node_modules/').at(-1);
    return path.includes('node_modules/') && !entry.link ? [{ name, ...entry }] : [];
  });

/** Returns whether a package may have this SPDX expression: every part of an AND, one part of an OR. */
export function isAllowed(name, licence) {
  const one = (each) =>
    ALLOWED_LICENCES.has(each) ||
    EXCEPTIONS.some((exception) => exception.licence === each && exception.packages.test(name));
  if (typeof licence !== 'string') return one(licence);
  const expression = licence.replace(/^\((.*)\)$/, '$1');
  return expression.split(' OR ').some((choice) => choice.split(' AND ').every((part) => one(part.trim())));
}
