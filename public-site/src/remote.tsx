import { HOST_CONTRACT, type RemoteModule } from '@godhuli/contracts/host';
import { lazy } from 'react';
import { Site } from './site';

const pages = {
  Home: lazy(async () => ({ default: (await import('./app')).App })),
  SubPage: lazy(async () => ({ default: (await import('./pages/sub-page')).SubPage })),
};

/** The public site as the shell loads it (CARD-5). */
export const remote: RemoteModule = {
  contract: HOST_CONTRACT,
  name: 'public-site',
  App: ({ host }) => <Site host={host} pages={pages} />,
};
