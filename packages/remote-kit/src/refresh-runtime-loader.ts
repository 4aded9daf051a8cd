/**
 * A webpack loader for react-refresh/runtime.js: all bundles of a page share the runtime of the first one, because React only
 * uses a runtime that was loaded before it. A component's id begins with the URL of its bundle, since two bundles
 * may have modules of the same name. A React without Fast Refresh (the production build of a host) needs a reload.
 */
export default function shareRefreshRuntime(): string {
  return `
const shared = (self[Symbol.for('react-refresh/runtime')] ??= require('./cjs/react-refresh-runtime.development.js'));
module.exports = {
  ...shared,
  register: (type, id) => shared.register(type, __webpack_public_path__ + id),
  performReactRefresh: () => (shared._getMountedRootCount() > 0 ? shared.performReactRefresh() : location.reload()),
};`;
}
