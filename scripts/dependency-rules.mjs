/** What may come in by the lockfile, as data. The test beside this file and the commands hold it. */

/** Licences of packages that we use or ship. Weak copyleft is listed with the packages that bring it, below. */
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

/** Licences that one kind of package alone may have, and why. */
export const EXCEPTIONS = [
  { licence: 'LGPL-3.0-or-later', packages: /^@img\/sharp-/, reason: 'libvips, linked dynamically and unchanged' },
  { licence: 'MPL-2.0', packages: /^axe-core$/, reason: 'runs in tests alone, unchanged' },
  { licence: 'CC-BY-4.0', packages: /^caniuse-lite$/, reason: 'data of a build tool, not shipped' },
  { licence: undefined, packages: /^xtend$/, reason: 'MIT by its LICENCE file; its package.json is of an older form' },
  {
    licence: undefined,
    packages: /^parse-cache-control$/,
    reason: 'BSD-3-Clause by its LICENSE file; its package.json is of an older form; runs in bench alone',
  },
];

/** Packages that want to run a program at install. None may: `ignore-scripts=true`; why each can do without. */
export const INSTALL_SCRIPTS = {
  '@parcel/watcher': 'its native part comes as a package of its own for each platform',
  '@scarf/scarf': 'counts installs and nothing else',
  'core-js-pure': 'prints who wrote it',
  '@swc/core': 'its native part comes as a package of its own for each platform',
  deno: 'its program comes as a package of its own for each platform, and is started by its path',
  esbuild: 'its native part comes as a package of its own for each platform',
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

/** Whether an SPDX expression is allowed for a package: every part of an AND, one part of an OR. */
export function isAllowed(name, licence) {
  const one = (each) =>
    ALLOWED_LICENCES.has(each) ||
    EXCEPTIONS.some((exception) => exception.licence === each && exception.packages.test(name));
  if (typeof licence !== 'string') return one(licence);
  const expression = licence.replace(/^\((.*)\)$/, '$1');
  return expression.split(' OR ').some((choice) => choice.split(' AND ').every((part) => one(part.trim())));
}
