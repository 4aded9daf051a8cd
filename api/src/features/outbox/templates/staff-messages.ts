import type { AccountNotice, NoticeKind } from '@godhuli/contracts/account';
import { datesInWords } from '@godhuli/contracts/event-dates';
import { type Block, type MessageContent, shorten } from '../message-content.js';
import { eventTypeLabel, formatDay, formatTime, type InquiryFacts, MAX_QUOTE } from './inquiry-facts.js';

const english = (subject: string, blocks: readonly Block[]): MessageContent => ({ subject, language: 'en', blocks });
const paragraph = (text: string) => ({ kind: 'paragraph', text }) as const;
const small = (text: string) => ({ kind: 'small', text }) as const;

function factsOf(inquiry: InquiryFacts): Block {
  const facts: [string, string][] = [
    ['Reference', inquiry.reference],
    ['Name', inquiry.name],
    ['Type', eventTypeLabel(inquiry.eventType)],
  ];
  const dates = datesInWords(inquiry, formatDay);
  if (dates !== '') facts.push(['Date', dates]);
  if (inquiry.phone !== null) facts.push(['Phone', inquiry.phone]);
  if (inquiry.email !== null) facts.push(['Email', inquiry.email]);
  facts.push(['Reply due', formatTime(inquiry.replyDueAt)]);
  return { kind: 'facts', facts };
}

const quoteOf = (inquiry: InquiryFacts): Block[] =>
  inquiry.message === '' ? [] : [{ kind: 'quote', text: shorten(inquiry.message, MAX_QUOTE) }];

/** Tells staff about a new inquiry. */
export const inquiryAlert = (inquiry: InquiryFacts, url: string): MessageContent =>
  english(`New inquiry ${inquiry.reference}: ${eventTypeLabel(inquiry.eventType)}`, [
    paragraph(`${inquiry.name} sent an inquiry. Please reply by ${formatTime(inquiry.replyDueAt)}.`),
    factsOf(inquiry),
    ...quoteOf(inquiry),
    { kind: 'button', label: 'Open the inquiry', url },
    small('You get this message because alerts are on for you. An admin can change that under Messages.'),
  ]);

/** A reminder that is sent this many minutes after its hour still names that hour. */
const LATE_MINUTES = 6;
const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Returns the whole hours that are left, or the minutes of the last one. */
function timeLeft(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor((minutes + LATE_MINUTES) / 60);
  return hours > 0 ? counted(hours, 'hour') : counted(Math.max(1, minutes), 'minute');
}

/** Reminds staff of an inquiry without a reply. @param msLeft until the reply is due */
export const replyReminder = (inquiry: InquiryFacts, msLeft: number, url: string): MessageContent =>
  english(`Reply due in ${timeLeft(msLeft)}: ${inquiry.reference}`, [
    paragraph(
      `Nobody has replied to ${inquiry.name} yet. The studio promised a reply by ${formatTime(inquiry.replyDueAt)}.`,
    ),
    factsOf(inquiry),
    { kind: 'button', label: 'Open the inquiry', url },
    small('After your reply, set the inquiry to Responded. Then the reminders end.'),
  ]);

/** The numbers of the morning, and the inquiries that are due next. */
export interface Digest {
  /** received since yesterday at nine */
  received: number;
  /** due today */
  due: number;
  /** unanswered for more than 24 hours */
  overdue: number;
  unanswered: number;
  next: { reference: string; name: string; replyDueAt: Date }[];
}

/** The summary of every morning. */
export const digest = (numbers: Digest, url: string): MessageContent =>
  english(`This morning: ${numbers.unanswered} unanswered, ${numbers.due + numbers.overdue} due today or late`, [
    {
      kind: 'facts',
      facts: [
        ['New since yesterday at 9:00', String(numbers.received)],
        ['Due today', String(numbers.due)],
        ['Late', String(numbers.overdue)],
        ['Unanswered in all', String(numbers.unanswered)],
      ],
    },
    ...(numbers.next.length === 0
      ? []
      : ([
          paragraph('Next replies:'),
          {
            kind: 'list',
            items: numbers.next.map(
              ({ reference, name, replyDueAt }) => `${shorten(name, 60)} (${reference}), due ${formatTime(replyDueAt)}`,
            ),
          },
        ] as const)),
    { kind: 'button', label: 'Open the inbox', url },
  ]);

/** A link with which a person sets a new password. */
export const passwordReset = (name: string, url: string): MessageContent =>
  english('Set a new password', [
    paragraph(`Hello ${name},`),
    paragraph('Somebody asked for a new password for your account of the staff portal.'),
    { kind: 'button', label: 'Set a new password', url },
    paragraph('The link works once, within 24 hours. A newer message replaces it. Until then the old password works.'),
    small('Was it not you? Ignore this message. Nobody can change your password without the link.'),
  ]);

/** The first link of a new user. */
export const invitation = (name: string, url: string): MessageContent =>
  english('Your account of the staff portal', [
    paragraph(`Hello ${name},`),
    paragraph('You can now use the staff portal. Choose a password first.'),
    { kind: 'button', label: 'Choose a password', url },
    paragraph('The link works once, within 24 hours. After that, use Forgot Password? on the login page.'),
  ]);

/** The actor of commands that run on the server. */
const COMMAND_LINE = 'command line';
const CHANGE_PASSWORD = 'Was it not you? Change your password at once.';
const ASK_ADMIN = 'Did you not ask for it? Talk to an admin.';

interface NoticeWords {
  /** what happened, without the full stop: the subject */
  event: string;
  more?: string;
  advice: string;
}

const resetBy = (by: string, what: string): NoticeWords => ({
  event:
    by === COMMAND_LINE ? `Your ${what} was reset from the command line of the server` : `${by} reset your ${what}`,
  advice: ASK_ADMIN,
});

const named = (event: string, name: string | undefined) => (name === undefined ? event : `${event}: ${name}`);

/** @param count unknown for a notice of an older program */
function codesLeft(count: number | undefined): string | undefined {
  if (count === undefined) return undefined;
  if (count === 0) return 'No codes are left. Create new ones.';
  return count === 1 ? '1 code is left.' : `${count} codes are left.`;
}

const NOTICES: Record<NoticeKind, (details: AccountNotice['details']) => NoticeWords> = {
  'new-device': () => ({ event: 'Your account was used on a new device', advice: CHANGE_PASSWORD }),
  'password-changed': ({ by }) =>
    by === undefined
      ? { event: 'The password of your account was changed', advice: CHANGE_PASSWORD }
      : resetBy(by, 'password'),
  'deploy-token-created': ({ remote }) => ({
    event: named('A deploy token was created with your account', remote),
    advice: CHANGE_PASSWORD,
  }),
  'calendar-feed-created': () => ({
    event: 'A calendar subscription was created with your account',
    advice: CHANGE_PASSWORD,
  }),
  'sessions-ended': () => ({ event: 'Your other sessions were ended', advice: CHANGE_PASSWORD }),
  'second-factor-added': ({ factor }) => ({
    event: named('A second factor was added to your account', factor),
    advice: `${CHANGE_PASSWORD} Then remove this factor.`,
  }),
  'second-factor-removed': ({ factor }) => ({
    event: named('A second factor was removed from your account', factor),
    advice: CHANGE_PASSWORD,
  }),
  'second-factor-reset': ({ by }) => resetBy(by ?? 'An admin', 'second factor'),
  'recovery-codes-replaced': () => ({
    event: 'The recovery codes of your account were replaced',
    advice: CHANGE_PASSWORD,
  }),
  'recovery-code-used': (details) => ({
    event: 'A recovery code signed you in',
    more: codesLeft(details.codesLeft),
    advice: CHANGE_PASSWORD,
  }),
  'wrong-codes': () => ({ event: 'Somebody entered your password and then wrong codes', advice: CHANGE_PASSWORD }),
};

/** A newer version, which ran here before, may have stored a notice of another kind. */
const UNKNOWN_NOTICE: NoticeWords = {
  event: 'There is a security notice for your account',
  advice: CHANGE_PASSWORD,
};

/** A security notice of an account. */
export function securityNotice(
  { kind, details, device, network, at }: Pick<AccountNotice, 'kind' | 'details' | 'device' | 'network'> & { at: Date },
  url: string,
): MessageContent {
  const { event, more, advice } = NOTICES[kind]?.(details) ?? UNKNOWN_NOTICE;
  return english(event, [
    paragraph(more === undefined ? `${event}.` : `${event}. ${more}`),
    {
      kind: 'facts',
      facts: [
        ['Device', device],
        ['Network', network ?? 'unknown'],
        ['Time', formatTime(at)],
      ],
    },
    paragraph(advice),
    { kind: 'button', label: 'Open your account', url },
  ]);
}

/** A message whose text another feature wrote. */
export const plainNotice = (
  { subject, lines, label }: { subject: string; lines: readonly string[]; label: string | null },
  url: string | null,
): MessageContent =>
  english(subject, [
    ...lines.map(paragraph),
    ...(label === null || url === null ? [] : [{ kind: 'button', label, url } as const]),
  ]);

/** Shows an admin that messages arrive. */
export const testMessage = (name: string): MessageContent =>
  english('Test message', [
    paragraph(`Hello ${name},`),
    paragraph('Messages from the website arrive in this mailbox.'),
  ]);
