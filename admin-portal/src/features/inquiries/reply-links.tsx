import type { Inquiry } from '@godhuli/contracts/inquiries';
import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import { useStudioName } from '../../app/layout/studio-name';
import { ButtonAnchor } from '../../ui/button';
import { muted } from '../../ui/text.styles';
import { callLink, whatsAppReply } from './reply';
import { replyLinks } from './reply-links.styles';

/** One-tap ways to reply to the visitor. The best one of those that the visitor gave is the primary button. */
export function ReplyLinks({ inquiry }: { inquiry: Inquiry }) {
  const whatsApp = whatsAppReply(inquiry, useStudioName());
  const call = callLink(inquiry.phone);
  return (
    <div css={replyLinks}>
      {whatsApp && (
        <ButtonAnchor variant="primary" href={whatsApp} target="_blank" rel="noreferrer">
          <MessageCircle aria-hidden="true" strokeWidth={1.75} /> Reply on WhatsApp
        </ButtonAnchor>
      )}
      {call && (
        <ButtonAnchor href={call}>
          <Phone aria-hidden="true" strokeWidth={1.75} /> Call {inquiry.phone}
        </ButtonAnchor>
      )}
      {inquiry.email && (
        <ButtonAnchor variant={call ? 'line' : 'primary'} href={`mailto:${encodeURIComponent(inquiry.email)}`}>
          <Mail aria-hidden="true" strokeWidth={1.75} /> Send an email
        </ButtonAnchor>
      )}
      {!call && !inquiry.email && <p css={muted}>No phone number or email was given.</p>}
    </div>
  );
}
