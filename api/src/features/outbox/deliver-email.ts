import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { EmailSettings } from '../../message-settings.js';
import { emailFailure, type Failure } from './failure.js';

/** A rendered email. */
export interface Email {
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** the same in every attempt, so that a mailbox can recognise a second copy */
  messageId: string;
}

/** For connecting, the greeting and each silence, in milliseconds. */
const STEP_TIMEOUT_MS = 20_000;
/** For the whole attempt. The lease of a message is longer. */
const ATTEMPT_TIMEOUT_MS = 90_000;

const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host);

/** Returns the connection's options. A password is only sent over TLS, except to this machine or with `?requireTLS=false`. */
function connectionOptions(smtpUrl: string) {
  const { auth, ...options } = parseConnectionUrl(smtpUrl);
  const host = String(options.host ?? 'localhost');
  return {
    auth,
    options: {
      requireTLS: auth !== undefined && options.secure !== true && !isLoopback(host),
      ...options,
      ...{ connectionTimeout: STEP_TIMEOUT_MS, greetingTimeout: STEP_TIMEOUT_MS, dnsTimeout: STEP_TIMEOUT_MS },
      socketTimeout: STEP_TIMEOUT_MS,
      logger: false,
    },
  };
}

/**
 * Sends one email over a connection of its own. Does not retry.
 * @param beforeBody runs after the server accepted the recipient and before it gets the body; if it fails, the server never
 * gets a complete message
 * @returns null once the server has accepted the message
 */
export async function deliverEmail(
  { smtpUrl, from }: EmailSettings,
  email: Email,
  beforeBody: () => Promise<void>,
): Promise<Failure | null> {
  const message = await new MailComposer({
    from,
    to: { name: '', address: email.to },
    replyTo: email.replyTo,
    subject: email.subject,
    text: email.text,
    html: email.html,
    messageId: `<${email.messageId}@${from.address.split('@')[1]}>`,
    // RFC 3834: vacation programs do not reply to it.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  let hasBodyStarted = false;
  const body = Readable.from(
    (async function* () {
      await beforeBody();
      hasBodyStarted = true;
      yield message;
    })(),
  );
  const { auth, options } = connectionOptions(smtpUrl);
  const connection = new SMTPConnection(options);
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const then = (next: () => void) => (error?: unknown) => (error ? reject(error) : next());
      timer = setTimeout(() => reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })), ATTEMPT_TIMEOUT_MS);
      connection.on('error', reject);
      connection.on('end', () => reject(Object.assign(new Error('closed'), { code: 'ECONNECTION' })));
      const send = () => connection.send({ from: from.address, to: [email.to] }, body, then(resolve));
      connection.connect(then(() => (auth && !connection.authenticated ? connection.login(auth, then(send)) : send())));
    });
    connection.quit();
    return null;
  } catch (error) {
    connection.close();
    return emailFailure(error, hasBodyStarted);
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}
