import { devRemote } from '@godhuli/remote-kit/dev-remote';

await devRemote();
