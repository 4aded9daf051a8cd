/** Releases of remotes, their channels and the composition. */
export { createRemotes, type Remotes } from './create-remotes.js';
export type { ReleasesService } from './releases.service.js';
