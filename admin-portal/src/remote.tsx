// First, because modules are evaluated in this order.
import './app/early-start';
import { HOST_CONTRACT, type RemoteModule } from '@godhuli/contracts/host';
import { App } from './app/app';

/** The staff portal, mounted by the host at `/admin`. */
export const remote: RemoteModule = { contract: HOST_CONTRACT, name: 'admin-portal', App };
