import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** the connection ends before the body does */
  isCut?: boolean;
}

/** A request for the document at '/'. */
export interface Asked {
  /** by the script of the document itself */
  isCheck: boolean;
  status: number;
}

/** A proxy in front of the product that can change the responses with the document at '/'. */
export async function startDocumentProxy(productUrl: string) {
  const { hostname, port } = new URL(productUrl);
  const asked: Asked[] = [];
  const proxy = {
    asked,
    /** changes each response to a request for the document */
    change: (answer: Answer, _request: Pick<Asked, 'isCheck'>): Answer | Promise<Answer> => answer,
  };
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url: path } = incoming;
    const passed = request({ hostname, port, path, method, headers }, async (given) => {
      const parts: Buffer[] = [];
      for await (const part of given) parts.push(part);
      const { connection: _, 'transfer-encoding': __, ...kept }: IncomingHttpHeaders = given.headers;
      let answer: Answer = { status: given.statusCode ?? 0, headers: kept, body: Buffer.concat(parts) };
      if (path === '/') {
        const isCheck = headers['x-document-check'] !== undefined;
        answer = await proxy.change(answer, { isCheck });
        asked.push({ isCheck, status: answer.status });
      }
      outgoing.writeHead(answer.status, answer.headers);
      if (answer.isCut) outgoing.write(answer.body, () => outgoing.destroy());
      else outgoing.end(answer.body);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
}
