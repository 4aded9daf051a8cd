import { type Language, replyDueAt } from '@godhuli/contracts/inquiries';
import type { MessageKind, MessagePreview } from '@godhuli/contracts/messages';
import { STAFF_PATH } from '@godhuli/contracts/mounts';
import { type MessageContent, renderHtml, renderText } from './message-content.js';
import { acknowledgement } from './templates/acknowledgement.js';
import type { InquiryFacts } from './templates/inquiry-facts.js';
import * as staff from './templates/staff-messages.js';

/** Returns a message with sample data, as a recipient would see it. */
export function previewMessage(kind: MessageKind, language: Language, origin: string): MessagePreview {
  const content = sampleOf(kind, language, origin + STAFF_PATH, new Date());
  return { subject: content.subject, text: renderText(content), html: renderHtml(content, 'Godhuli') };
}

function sampleOf(kind: MessageKind, language: Language, url: string, now: Date): MessageContent {
  const inquiry: InquiryFacts = {
    id: '1',
    reference: 'GOD-2611-7K3PXQ',
    name: 'Meera Kulkarni',
    phone: '+91 90000 00000',
    email: 'meera@example.com',
    eventType: 'wedding',
    ...{ eventDate: '2027-02-14', eventEndDate: '2027-02-16', dateUndecided: false },
    message: 'We are getting married in Pune. Are you free on the day, and on the evening before?',
    language,
    createdAt: now,
    replyDueAt: replyDueAt(now),
  };
  switch (kind) {
    case 'inquiry-alert':
      return staff.inquiryAlert(inquiry, url);
    case 'acknowledgement':
      return acknowledgement(inquiry, 'Godhuli', 'https://wa.me/919000000000');
    case 'reply-reminder':
      return staff.replyReminder(inquiry, 4 * 3_600_000, url);
    case 'digest':
      return staff.digest({ received: 5, due: 3, overdue: 1, unanswered: 4, next: [inquiry] }, url);
    case 'password-reset':
      return staff.passwordReset('Asha', url);
    case 'invitation':
      return staff.invitation('Asha', url);
    case 'security-notice':
      return staff.securityNotice(
        { kind: 'new-device', details: {}, device: 'Chrome on Windows', network: '203.0.113.7', at: now },
        url,
      );
    case 'notice':
      return staff.plainNotice(
        { subject: 'A notice', lines: ['Other parts of the portal write this text.'], label: 'Open' },
        url,
      );
    case 'test':
      return staff.testMessage('Asha');
  }
}
