import type { RemoteModule } from '@godhuli/contracts/host';
import { App } from './app';

/** The module that the host loads: the first portal, as contract 1 requires. */
export const remote: RemoteModule = { contract: 1, name: 'legacy-admin', App };
