import type { RemoteModule } from '@godhuli/contracts/host';
import { App } from './app';

/** What the host loads: the first portal, as contract 1 asks for it. */
export const remote: RemoteModule = { contract: 1, name: 'legacy-admin', App };
