/** How this installation sends messages. */
export interface MessageSettings {
  /** null: nobody is emailed */
  email: EmailSettings | null;
  webhook: WebhookSettings | null;
  /** the origin of the site, for links */
  origin: string;
}

export interface EmailSettings {
  /** `smtp://user:password@host:587`, or `smtps:` for TLS from the start */
  smtpUrl: string;
  from: { name: string; address: string };
}

export interface WebhookSettings {
  url: string;
  secret: string;
  /** whether the host may have a private IP */
  allowPrivate: boolean;
}

/** What features need to know to decide what to enqueue. */
export interface EnabledChannels {
  email: boolean;
  webhook: boolean;
}

export const NO_MESSAGES: MessageSettings = { email: null, webhook: null, origin: 'http://localhost' };

export const channelsOf = ({ email, webhook }: MessageSettings): EnabledChannels => ({
  email: email !== null,
  webhook: webhook !== null,
});
