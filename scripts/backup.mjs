/** `npm run backup -- FILE [--from URL]`: database, photographs and releases in one checked tar.gz. */
import { runApiCommand } from './api-command.mjs';

await runApiCommand('backup');
