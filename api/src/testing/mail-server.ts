import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** What the server does with a message. `drop` ends the connection after the body without a response. */
export type MailFault = 'accept' | 'refuse' | 'greylist' | 'busy' | 'drop' | 'drop accepted' | 'slow';

export interface ReceivedMail {
  to: string;
  messageId: string;
  /** headers and body as they were sent, with quoted-printable and base64 parts decoded */
  text: string;
}

/** A mail server on this machine that can fail in every way. `received` has the messages that it accepted, in order. */
export async function startMailServer(faultOf: (to: string, attempt: number) => MailFault = () => 'accept') {
  const received: ReceivedMail[] = [];
  const attempts = new Map<string, number>();
  const faults = new Map<string, MailFault>();
  const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo({ address }, session, callback) {
      const attempt = (attempts.get(address) ?? 0) + 1;
      attempts.set(address, attempt);
      const fault = faultOf(address, attempt);
      faults.set(session.id, fault);
      if (fault === 'refuse') return callback(refusal(550, `5.1.1 <${address}> does not exist here`));
      if (fault === 'greylist') return callback(refusal(450, `4.2.0 <${address}> greylisted`));
      callback();
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const fault = faults.get(session.id);
        const to = session.envelope.rcptTo[0]?.address ?? '';
        const raw = Buffer.concat(chunks).toString('utf8');
        const messageId = /^message-id: *(\S+)/im.exec(raw)?.[1] ?? '';
        if (fault === 'busy') return callback(refusal(451, '4.3.0 try again later'));
        if (fault !== 'drop') received.push({ to, messageId, text: decode(raw) });
        if (fault === 'drop' || fault === 'drop accepted') {
          for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>)
            if (connection.id === session.id) connection._socket.destroy();
          return;
        }
        if (fault === 'slow') setTimeout(callback, 150);
        else callback();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    received,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** Decodes the parts of a MIME message well enough to search in it. */
function decode(raw: string): string {
  const words = raw.replace(/=\?UTF-8\?(B|Q)\?([^?]*)\?=(?:\r\n\s)?/gi, (_, kind: string, word: string) =>
    kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : quotedPrintable(word.replaceAll('_', ' ')),
  );
  return words.replace(
    /Content-Transfer-Encoding: (base64|quoted-printable)\r\n((?:\S.*\r\n)*)\r\n([\s\S]*?)(?=\r\n--|$)/gi,
    (_, kind: string, headers: string, body: string) =>
      `${headers}\r\n${kind.toLowerCase() === 'base64' ? Buffer.from(body, 'base64').toString() : quotedPrintable(body)}`,
  );
}

const quotedPrintable = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
