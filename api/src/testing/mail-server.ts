import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** What the server does with a message. `drop` ends the connection after the body without a response. */
export type MailFault = 'accept' | 'refuse' | 'greylist' | 'busy' | 'drop' | 'drop accepted' | 'slow';

export interface ReceivedMail {
  to: string;
  messageId: string;
  /** headers and body as they were sent, with quoted-printable and base64 parts decoded */
  text: string;
  /** whether the server has responded, over a connection that was still open */
  isAnswered: boolean;
}

/** A connection of `smtp-server`. */
interface Connection {
  id: string;
  _socket: { destroyed: boolean; destroy(): void };
}

/**
 * A mail server on this machine that can fail in every way. `received` has the messages that it accepted, in order.
 * @param onBody is waited for once the whole message has arrived
 */
export async function startMailServer(
  faultOf: (to: string, attempt: number) => MailFault | Promise<MailFault> = () => 'accept',
  onBody?: () => Promise<void>,
) {
  const received: ReceivedMail[] = [];
  const attempts = new Map<string, number>();
  const faults = new Map<string, MailFault>();
  const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    async onRcptTo({ address }, session, callback) {
      const attempt = (attempts.get(address) ?? 0) + 1;
      attempts.set(address, attempt);
      const fault = await faultOf(address, attempt);
      faults.set(session.id, fault);
      if (fault === 'refuse') return callback(refusal(550, `5.1.1 <${address}> does not exist here`));
      if (fault === 'greylist') return callback(refusal(450, `4.2.0 <${address}> greylisted`));
      callback();
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        await onBody?.();
        const fault = faults.get(session.id);
        const to = session.envelope.rcptTo[0]?.address ?? '';
        const raw = Buffer.concat(chunks).toString('utf8');
        const messageId = /^message-id: *(\S+)/im.exec(raw)?.[1] ?? '';
        if (fault === 'busy') return callback(refusal(451, '4.3.0 try again later'));
        const mail = { to, messageId, text: decode(raw), isAnswered: false };
        if (fault !== 'drop') received.push(mail);
        const connection = [...(server.connections as Set<Connection>)].find(({ id }) => id === session.id);
        if (fault === 'drop' || fault === 'drop accepted') return connection?._socket.destroy();
        const answer = () => {
          mail.isAnswered = connection?._socket.destroyed === false;
          callback();
        };
        if (fault === 'slow') setTimeout(answer, 150);
        else answer();
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
