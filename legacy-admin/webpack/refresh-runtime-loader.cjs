/**
 * The host's Fast Refresh runtime in place of react-refresh/runtime.js: it was there before React. The id of a component
 * begins with the URL of this app, because modules of other apps may have the same name.
 */
module.exports = () => `
const host = (self[Symbol.for('react-refresh/runtime')] ??= require('./cjs/react-refresh-runtime.development.js'));
module.exports = { ...host, register: (type, id) => host.register(type, __webpack_public_path__ + id) };`;
