import type { AccountNotice } from '@godhuli/contracts/account';
import { formatCount } from '../../ui/format-size';
import { formatTimestamp } from '../../ui/format-timestamp';

/** The actor of commands that run on the server. */
const COMMAND_LINE = 'command line';

/** Returns what happened, in a sentence. */
export function noticeText({ kind, device, details, times }: AccountNotice): string {
  switch (kind) {
    case 'new-device':
      return `${times > 1 ? `${times} new sign-ins` : 'New sign-in'}: ${device}.`;
    case 'password-changed':
      if (details.by === COMMAND_LINE) return 'Your password was reset from the command line of the server.';
      return details.by ? `${details.by} reset your password.` : 'Your password was changed.';
    case 'deploy-token-created':
      return `You created a deploy token for ${details.remote}.`;
    case 'calendar-feed-created':
      return 'You created a calendar subscription.';
    case 'sessions-ended':
      return `You signed out: ${details.sessions?.join(', ')}.`;
    case 'second-factor-added':
      return `A second factor was added: ${details.factor}.`;
    case 'second-factor-removed':
      return `A second factor was removed: ${details.factor}.`;
    case 'second-factor-reset':
      if (details.by === COMMAND_LINE) return 'Your second factor was reset from the command line of the server.';
      return `${details.by} reset your second factor.`;
    case 'recovery-codes-replaced':
      return 'Your recovery codes were replaced.';
    case 'recovery-code-used':
      return `A recovery code signed you in.${codesLeftText(details.codesLeft)}`;
    case 'wrong-codes':
      return 'Somebody entered your password and then wrong codes. If it was not you, change your password.';
  }
}

/** @param count unknown for a notice of an older API */
function codesLeftText(count: number | undefined): string {
  if (count === undefined) return '';
  if (count === 0) return ' No codes are left. Create new ones.';
  return ` ${formatCount(count, 'code')} ${count === 1 ? 'is' : 'are'} left.`;
}

/** Returns where and when it happened. */
export function noticeOrigin({ kind, device, network, at }: AccountNotice, now: Date): string {
  const places = [kind === 'new-device' ? null : device, network && `network ${network}`, formatTimestamp(at, now)];
  return places.filter(Boolean).join(', ');
}
