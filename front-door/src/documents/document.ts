import { FIRST_VIEW_END, type RenderOutput } from '@godhuli/contracts/host';
import type { PageComposition, PageScript } from '@godhuli/contracts/page';
import { contentTag } from '@godhuli/server/digest';
import { escapeHtml } from '@godhuli/server/escape-html';
import type { ShellBuild } from '../shell-build.js';
import { jsonForScript } from './json-for-script.js';

/** Returns the start of every document's head, before the parts of a remote. */
function commonHead(shell: ShellBuild): string {
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="theme-color" content="#100e0c">',
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    `<style>${shell.styles.critical}</style>`,
  ].join('');
}

const stylesheet = (href: string) => `<link rel="stylesheet" href="${escapeHtml(href)}">`;

/** Of a script that the boot script inserts: the browser requests it before that, when it reads the head. */
const preload = ({ src, integrity }: PageScript) =>
  `<link rel="preload" as="script" crossorigin="anonymous" integrity="${escapeHtml(integrity)}" href="${escapeHtml(src)}">`;

const jsonElement = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${jsonForScript(value)}</script>`;

/** What a release rendered on the server. */
type Rendered = Pick<RenderOutput, 'html' | 'head' | 'lang'>;

const LANGUAGE = 'en-IN';

interface RemoteDocument {
  shell: ShellBuild;
  page: PageComposition;
  /** what the release rendered on the server; null if the browser renders */
  rendered: Rendered | null;
  /** trusted markup of a preview's badge */
  badge?: string;
  /** the URL is none of the release's pages; the release shows its own 'not found' page there */
  isUnknownPath?: boolean;
}

/** What the parser reads as text, or leaves out of the page, until its end: a script in it does not run. */
const WITHOUT_SCRIPTS =
  /<(?:!--|iframe|noembed|noframes|noscript|plaintext|script|select|style|template|textarea|title|xmp)/i;

/** The boot script would find this element instead of the composition, which follows it. */
const COMPOSITION_ID = /\sid\s*=\s*["']?composition\b/i;

/** React marks boundaries, and the border between two texts, with comments that end at once. */
const REACT_COMMENTS = /<!--(?: |\/?\$[!?]?)-->/g;

/** Puts the host's script into `FIRST_VIEW_END` of a release's markup. @returns null without it, or where it would not run */
function withBoot(html: string, boot: string): string | null {
  const at = html.indexOf(FIRST_VIEW_END);
  const before = html.slice(0, Math.max(0, at)).replaceAll(REACT_COMMENTS, '');
  if (at < 0 || WITHOUT_SCRIPTS.test(before) || COMPOSITION_ID.test(before)) return null;
  const inside = at + FIRST_VIEW_END.indexOf('></') + 1;
  return html.slice(0, inside) + boot + html.slice(inside);
}

/** The message for an unknown URL (ROUTE-4) without JavaScript. */
const UNKNOWN_PATH = '<noscript><p class="shell-loading">Unexpected Application Error! (404 Not Found)</p></noscript>';

/**
 * Returns the document of a mounted remote. Server-rendered markup is marked with `data-first-view`: the remote's styles may skip
 * the layout of what is far below the fold (the boot script ends that). The attribute keeps its name, because stored releases
 * read it. The response to a posted form is laid out whole.
 */
export function remoteDocument(options: RemoteDocument): string {
  const { shell, page, rendered, badge = '', isUnknownPath = false } = options;
  const { data, ...composition } = page;
  const withoutScript = [shell.styles.fonts, shell.styles.shell].map(stylesheet).join('');
  // A page that the server has rendered loads its photo first.
  const preloads = page.isDeferred ? '' : page.scripts.map(preload).join('');
  const language = rendered?.lang ?? LANGUAGE;
  const head = rendered?.head ?? '<title>Godhuli</title>';
  const boot = `${jsonElement('composition', { ...composition, labels: shell.labels[language] })}<script>${shell.boot}</script>`;
  const withinMarkup = page.isDeferred && rendered ? withBoot(rendered.html, boot) : null;
  const markup = rendered
    ? `<div data-remote="${escapeHtml(page.mount.remote)}" data-rendered>${withinMarkup ?? rendered.html}</div>`
    : '<noscript><p class="shell-loading">This page needs JavaScript.</p></noscript>';
  return (
    `<!doctype html><html lang="${escapeHtml(language)}"${rendered && !page.url ? ' data-first-view' : ''}><head>${commonHead(shell)}${preloads}${head}` +
    `<noscript>${withoutScript}</noscript>${withinMarkup === null ? boot : ''}</head>` +
    `<body>${isUnknownPath ? UNKNOWN_PATH : ''}<div id="root">${markup}</div><div id="shell">${shell.toastArea[language.slice(0, 2)] ?? shell.toastArea.en}</div>${badge}${jsonElement('page-data', data)}</body></html>`
  );
}

/**
 * Names a document by its content, for the script in its head, which asks whether this is still the current one (decision 036).
 * @returns the document with `data-version`, and that version, which is the document's entity tag as well
 */
export function withVersion(html: string): { html: string; version: string } {
  const version = contentTag(html);
  return { html: html.replace('<html ', `<html data-version="${version}" `), version };
}

/** Returns the document of a draft: it shows what a visitor would see, without scripts. */
export function draftDocument(shell: ShellBuild, remote: string, rendered: Rendered): string {
  return (
    `<!doctype html><html lang="${escapeHtml(rendered.lang ?? LANGUAGE)}"><head>${commonHead(shell)}${rendered.head}<meta name="robots" content="noindex">` +
    `${stylesheet(shell.styles.fonts)}${stylesheet(shell.styles.shell)}</head><body><div id="root">` +
    `<div data-remote="${escapeHtml(remote)}" data-rendered>${rendered.html}</div></div></body></html>`
  );
}

/** Returns a page of the shell without scripts. @param markup trusted markup for the body */
export function plainDocument(shell: ShellBuild, title: string, markup: string, language = LANGUAGE): string {
  return (
    `<!doctype html><html lang="${language}"><head>${commonHead(shell)}<title>${escapeHtml(title)}</title>` +
    `<meta name="robots" content="noindex">${stylesheet(shell.styles.fonts)}${stylesheet(shell.styles.shell)}</head>` +
    `<body>${markup}</body></html>`
  );
}

interface Notice {
  eyebrow: string;
  heading: string;
  text: string;
  /** trusted markup below the text */
  slot: string;
}

/** Returns the notice page of the shell's build with these texts. */
export function noticeDocument(shell: ShellBuild, { eyebrow, heading, text, slot }: Notice): string {
  const texts: Record<string, string> = {
    '{{eyebrow}}': escapeHtml(eyebrow),
    '{{heading}}': escapeHtml(heading),
    '{{text}}': escapeHtml(text),
    '{{slot}}': slot,
  };
  const markup = shell.pages.notice.replaceAll(/\{\{[a-z]+\}\}/g, (name) => texts[name] ?? '');
  return plainDocument(shell, heading, markup);
}
