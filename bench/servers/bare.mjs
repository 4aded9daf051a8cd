/** The lower limit: `node:http` with constant bytes, from memory (`/`) or from a file at every request (`/file`). */
import { createReadStream, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';

const { PORT, FILE, HEADERS } = process.env;
const headers = JSON.parse(HEADERS);
const body = readFileSync(FILE);

createServer(async (incoming, outgoing) => {
  if (incoming.url === '/file') {
    const { size } = await stat(FILE);
    outgoing.writeHead(200, { ...headers, 'content-length': size });
    createReadStream(FILE).pipe(outgoing);
    return;
  }
  outgoing.writeHead(200, headers);
  outgoing.end(body);
}).listen(Number(PORT), '127.0.0.1');
