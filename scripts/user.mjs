/** `npm run user -- list | add | disable | enable | reset-password | reset-link`: staff users. */
import { runApiCommand } from './api-command.mjs';

await runApiCommand('user');
