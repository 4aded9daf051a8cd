import { HOST_CONTRACT, type RemoteModule } from '@godhuli/contracts/host';
import { App } from './app';

/** The one-page site as the shell loads it (CARD-5). */
export const remote: RemoteModule = { contract: HOST_CONTRACT, name: 'public-site', App };
