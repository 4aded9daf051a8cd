/** Releases of remotes, their channels and the composition. */
export { createRemotes } from './create-remotes.js';
