import type { Preview } from '@godhuli/contracts/preview';
import { escapeHtml } from '@godhuli/server/escape-html';

/** Part of a preview's document only, so visitors do not load it. Needs no script. */
const STYLE = `.preview-badge{position:fixed;z-index:2147483000;inset:auto 0 0;box-sizing:border-box;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1.25rem;padding:.6rem 1rem;background:#1a1612;color:#fff;border-top:3px solid #e0b44c;font:400 .875rem/1.45 var(--font-text,sans-serif)}
.preview-badge p{flex:1 1 14rem;margin:0}
.preview-badge b{margin-right:.5rem;padding:.15rem .5rem;background:#e0b44c;color:#1a1612;border-radius:3px;font-weight:600}
.preview-badge code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
.preview-badge form{margin:0}
.preview-badge button{min-height:2.75rem;padding:.4rem 1.1rem;background:#fff;color:#1a1612;border:0;border-radius:3px;font:500 .875rem/1.2 var(--font-text,sans-serif);cursor:pointer}
.preview-badge button:hover{background:#f0e6d2}
.preview-badge button:focus-visible{outline:2px solid #e0b44c;outline-offset:2px}
body{padding-bottom:4.5rem}
@media(max-width:639px){body{padding-bottom:8rem}}
@media print{.preview-badge{display:none}}`;

const TIMESTAMP = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/**
 * Returns the bar that names the previewed release, the start of the preview, and how to leave.
 * @param path of the page, with its query
 */
export function previewBadge({ remote, release, dev, since }: Preview, path: string): string {
  const what = release
    ? `<code>${escapeHtml(release.version)}</code>`
    : `<code>${escapeHtml(dev ?? '')}</code>, not checked (its files have no integrity hashes),`;
  return (
    `<style>${STYLE}</style><aside class="preview-badge" aria-label="Preview"><p><b>Preview</b>` +
    `${escapeHtml(remote)} ${what} <span>only in this browser, since ` +
    `<time datetime="${escapeHtml(since)}">${TIMESTAMP.format(new Date(since))} UTC</time></span></p>` +
    `<form method="post" action="/preview/leave?page=${encodeURIComponent(path)}"><button>Leave preview</button></form></aside>`
  );
}
