import { escapeHtml } from '@godhuli/server/escape-html';

/** A part of a message. Texts are plain; `renderHtml` escapes them. */
export type Block =
  | { kind: 'paragraph'; text: string }
  /** what somebody else wrote */
  | { kind: 'quote'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'small'; text: string };

/** What a template returns: the one source of text and HTML. */
export interface MessageContent {
  subject: string;
  /** BCP 47 */
  language: string;
  blocks: readonly Block[];
}

/** Gmail cuts a message above this size; no template reaches it. */
export const MAX_HTML_BYTES = 102 * 1024;

const SANS = "font-family:'Noto Sans',Helvetica,Arial,sans-serif";
const STYLES = {
  body: `margin:0;padding:24px;background:#faf6f0;color:#2b2118;${SANS};font-size:16px;line-height:1.5`,
  card: 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e8dccb;border-radius:12px',
  brand: "margin:0 0 16px;font-family:Georgia,'Times New Roman',serif;font-size:22px;color:#8a3b12",
  paragraph: 'margin:0 0 16px',
  quote: 'margin:0 0 16px;padding:12px 16px;border-left:3px solid #d98a3d;background:#faf6f0;white-space:pre-line',
  label: 'padding:2px 16px 2px 0;color:#6b5c4d;vertical-align:top;white-space:nowrap',
  value: 'padding:2px 0;vertical-align:top',
  button:
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#8a3b12;color:#ffffff;text-decoration:none',
  small: 'margin:16px 0 0;color:#6b5c4d;font-size:13px',
};

/** Returns the plain text of a message. */
export function renderText({ blocks }: MessageContent): string {
  return `${blocks.map(textOf).join('\n\n')}\n`;
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'quote':
      return block.text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n');
    case 'facts':
      return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'button':
      return `${block.label}: ${block.url}`;
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n');
    default:
      return block.text;
  }
}

/** Returns the HTML document of a message, with inline styles only and without images. */
export function renderHtml({ subject, language, blocks }: MessageContent, brand: string): string {
  return [
    `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light">',
    `<title>${escapeHtml(subject)}</title></head><body style="${STYLES.body}"><div style="${STYLES.card}">`,
    `<p style="${STYLES.brand}">${escapeHtml(brand)}</p>`,
    ...blocks.map(htmlOf),
    '</div></body></html>',
  ].join('\n');
}

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'facts': {
      const row = ([label, value]: readonly [string, string]) =>
        `<tr><td style="${STYLES.label}">${escapeHtml(label)}</td><td style="${STYLES.value}">${escapeHtml(value)}</td></tr>`;
      return `<table role="presentation" style="margin:0 0 16px;border-collapse:collapse">${block.facts.map(row).join('')}</table>`;
    }
    case 'button':
      return `<p style="${STYLES.paragraph}"><a href="${escapeHtml(block.url)}" style="${STYLES.button}">${escapeHtml(block.label)}</a></p>`;
    case 'list':
      return `<ul style="margin:0 0 16px;padding-left:20px">${block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
    case 'quote':
      return `<div style="${STYLES.quote}">${escapeHtml(block.text)}</div>`;
    default:
      return `<p style="${STYLES[block.kind]}">${escapeHtml(block.text)}</p>`;
  }
}

/** Shortens a text to at most `max` characters, so that no message becomes too long. */
export const shorten = (text: string, max: number): string => {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text;
};
