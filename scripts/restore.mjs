/** `npm run restore -- FILE`: a backup into an empty DATA_DIR (and an empty database of DATABASE_URL). */
import { runApiCommand } from './api-command.mjs';

await runApiCommand('restore');
