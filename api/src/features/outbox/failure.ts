/**
 * Why an attempt failed. `reason` is shown to staff and logged. It never contains what the other server said, because that
 * often repeats the address.
 */
export interface Failure {
  /** `temporary`: try again. `permanent`: do not. `unknown`: it may have been delivered. */
  outcome: 'temporary' | 'permanent' | 'unknown';
  reason: string;
}

/** The fields of nodemailer's errors that we read. */
interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/**
 * Classifies an error of sending an email.
 * @param hasBodyStarted whether the server may have got the whole message
 */
export function emailFailure(error: unknown, hasBodyStarted: boolean): Failure {
  const { code = '', command = '', responseCode = 0, response = '' } = (error ?? {}) as SmtpError;
  const status = /^(\d{3})[ -](?:(\d\.\d{1,3}\.\d{1,3})\s)?/.exec(response);
  const said = responseCode === 0 ? '' : ` (${[responseCode, status?.[2]].filter(Boolean).join(' ')})`;
  // A wrong password or sender is a mistake in the configuration: the messages wait until it is corrected.
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return temporary(`The mail server refused our user name or password${said}.`);
  if (code === 'ETLS') return temporary('The connection to the mail server could not be encrypted.');
  if (responseCode >= 400) {
    const isPermanent = responseCode >= 500;
    if (command === 'RCPT TO')
      return isPermanent
        ? permanent(`The mail server refused the recipient${said}.`)
        : temporary(`The mail server does not accept mail for the recipient yet${said}.`);
    if (command === 'DATA')
      return isPermanent
        ? permanent(`The mail server refused the message${said}.`)
        : temporary(`The mail server did not accept the message yet${said}.`);
    return temporary(`The mail server does not accept mail from us${said}.`);
  }
  if (hasBodyStarted)
    return { outcome: 'unknown', reason: 'The connection broke after the message was sent, so it may have arrived.' };
  if (code === 'EDNS') return temporary('The name of the mail server could not be resolved.');
  if (code === 'ETIMEDOUT') return temporary('The mail server took too long to respond.');
  return temporary('The mail server could not be reached.');
}

export const temporary = (reason: string): Failure => ({ outcome: 'temporary', reason });
export const permanent = (reason: string): Failure => ({ outcome: 'permanent', reason });
