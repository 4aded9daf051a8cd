import { type Token, Tokenizer, TokenizerMode } from 'parse5';

type Attributes = Token.TagToken['attrs'];

/** How a browser with scripts reads the text inside an element (WHATWG HTML, 13.2.6.4). */
const TEXT_MODES = new Map<string, Tokenizer['state']>([
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['style', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
  ['noscript', TokenizerMode.RAWTEXT],
  ['script', TokenizerMode.SCRIPT_DATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
]);
/** What is inside these elements is no part of the page, or is dropped. */
const HOLDERS = ['template', 'select'];
/** In a drawing or a formula every element is read as data, also where a browser reads HTML again (`foreignObject`). */
const FOREIGN = ['svg', 'math'];

/** Ids by which the shell finds its parts of the document after the markup. */
const HOST_IDS = ['shell', 'page-data'];
/** In the head they also precede those of the document itself. */
const HOST_IDS_IN_HEAD = [...HOST_IDS, 'root', 'composition'];

const MAX_ATTRIBUTES = 100;

/** Stops at a tag with too many attributes: the tokenizer compares each with all earlier ones. */
class MarkupTokenizer extends Tokenizer {
  hasTooManyAttributes = false;

  protected override _leaveAttrName(): void {
    super._leaveAttrName();
    if (!this.currentToken || !('attrs' in this.currentToken)) return;
    if (this.currentToken.attrs.length <= MAX_ATTRIBUTES) return;
    this.hasTooManyAttributes = true;
    this.pause();
  }
}

const ignore = () => undefined;

/**
 * Reads markup as browsers do, so texts and attributes may contain anything. A tokenizer is enough, and its time is linear:
 * building the tree of 51,000 nested elements took 31 s.
 * @param part what the markup is, for messages
 * @param problemOf says what is wrong with an element, or null
 * @returns the first problem, also that the markup would swallow what follows it in the document
 */
function findProblem(
  part: string,
  markup: string,
  problemOf: (name: string, attributes: Attributes) => string | null,
): string | null {
  let problem: string | null = null;
  let textOf: string | null = null;
  const open = new Map<string, number>();
  const isOpen = (names: string[]) => names.find((name) => open.get(name));
  const count = (name: string, step: number) => {
    if (!HOLDERS.includes(name) && !FOREIGN.includes(name)) return;
    open.set(name, Math.max(0, (open.get(name) ?? 0) + step));
    tokenizer.inForeignNode = isOpen(FOREIGN) !== undefined;
  };
  const tokenizer: MarkupTokenizer = new MarkupTokenizer(
    {},
    {
      onStartTag({ tagName, attrs, selfClosing }) {
        if (!open.get('template')) problem = problemOf(tagName, attrs);
        if (problem !== null) return tokenizer.pause();
        const mode = isOpen(FOREIGN) ? undefined : TEXT_MODES.get(tagName);
        if (mode !== undefined) {
          textOf = tagName;
          tokenizer.state = mode;
        }
        if (!(selfClosing && FOREIGN.includes(tagName))) count(tagName, 1);
      },
      onEndTag({ tagName }) {
        if (tagName === textOf) textOf = null;
        count(tagName, -1);
      },
      onEof() {
        const name = textOf ?? isOpen(HOLDERS);
        if (name) problem = `its ${part} ends inside <${name}>`;
        else if (tokenizer.state !== TokenizerMode.DATA) problem = `its ${part} ends inside a comment or a tag`;
      },
      onComment: ignore,
      onDoctype: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
    },
  );
  // At once: a token in parts would be copied with each part.
  tokenizer.write(markup, true);
  return tokenizer.hasTooManyAttributes ? `its ${part} has a tag with over ${MAX_ATTRIBUTES} attributes` : problem;
}

const attribute = (attributes: Attributes, wanted: string) => attributes.find(({ name }) => name === wanted)?.value;

/** Returns the problem of an element with an id of the host: the shell would find it instead of its own. */
function problemOfId(attributes: Attributes, ids: string[]): string | null {
  const id = attribute(attributes, 'id');
  return id !== undefined && ids.includes(id) ? `it uses the id '${id}', which belongs to the host` : null;
}

function isAllowedInHead(tagName: string, attributes: Attributes): boolean {
  if (tagName === 'meta') return attribute(attributes, 'http-equiv') === undefined;
  if (tagName === 'script') return attribute(attributes, 'type')?.trim().toLowerCase() === 'application/ld+json';
  return tagName === 'title' || tagName === 'style' || tagName === 'link';
}

/**
 * Returns what is wrong with a rendered head, or null. Allowed are title, style, link, meta without `http-equiv`, and data
 * blocks (JSON-LD).
 */
export const findProblemInHead = (head: string): string | null =>
  findProblem('head', head, (tagName, attributes) =>
    isAllowedInHead(tagName, attributes)
      ? problemOfId(attributes, HOST_IDS_IN_HEAD)
      : `it puts a ${tagName} into the head`,
  );

/** Returns how rendered markup would take the host's parts out of the document, or null. */
export const findProblemInMarkup = (html: string): string | null =>
  findProblem('markup', html, (_tagName, attributes) => problemOfId(attributes, HOST_IDS));
