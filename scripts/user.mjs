/** `npm run user -- list | add | disable | enable | reset-password`: staff users. */
import { runApiCommand } from './api-command.mjs';

await runApiCommand('user');
