import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
/** Wordings that were replaced everywhere, and what to say instead. */
const GIVEN_UP = [
  [/\be-mail/i, 'email'],
  [/\bphotographs\b|\b(?:a|the|this|your|no|one) photograph\b/i, 'photo'],
  [/is not right/i, 'wrong, not valid'],
  [/another look|needs a look/i, 'Please fix …'],
  [/\bwhoever\b/i, 'anyone who'],
  [/\bmeanwhile\b/i, 'leave it out'],
  [/\bis away\b/i, 'is not available'],
  [/brought back/i, 'restored'],
  [/still on its way/i, 'still uploading'],
];
/** Wordings that were replaced in messages. */
const GIVEN_UP_IN_MESSAGES = [
  ...GIVEN_UP,
  [/shown this once/i, 'shown only once'],
  [/there is no such|is not there any more/i, '… not found'],
  [/is there already/i, 'already exists'],
  [/, please\.$/i, 'Please …'],
  [/please give /i, 'Please enter …'],
  [/has to stay|its bearer|the own /i, 'say who does what'],
  [/invalid input: expected/i, 'fieldMessage'],
];

/** The string literals, template parts and JSX text of a source, without the paths of its imports. */
function stringsOf(path) {
  const source = readFileSync(join(root, path), 'utf8');
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
  const strings = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      strings.push(node.text.replace(/\s+/g, ' ').trim());
    ts.forEachChild(node, visit);
  };
  visit(file);
  return strings;
}

const tracked = (...patterns) =>
  execFileSync('git', ['ls-files', '-z', ...patterns], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);

/** The wordings of `list` in a text, each with its place. */
const wordingsIn = (list, path, text) =>
  list.filter(([pattern]) => pattern.test(text)).map(([, better]) => `${path}: '${text}' (${better})`);

it('no source says to people what was reworded', () => {
  const sources = tracked('*.ts', '*.tsx', '*.mjs', '*.cjs')
    .filter((path) => /^(?:admin-portal|api|front-door|legacy-admin|packages|public-site|scripts|shell)\//.test(path))
    .filter((path) => !/styles\.ts$|\.test\.|\/testing\/|\/seeds\/|\/template\//.test(path));
  expect(sources.length).toBeGreaterThan(200);
  const found = sources.flatMap((path) =>
    stringsOf(path)
      .filter((text) => text.includes(' '))
      .flatMap((text) => wordingsIn(GIVEN_UP_IN_MESSAGES, path, text)),
  );
  expect(found).toEqual([]);
});

it('no comment, test title or document says what was reworded', () => {
  const files = tracked('*.ts', '*.tsx', '*.mjs', '*.cjs', '*.md')
    // Decisions are never rewritten; requirements quote the specification.
    .filter((path) => !/^docs\/(?:decisions\/|requirements)/.test(path) && path !== 'scripts/wording.test.mjs');
  const found = files.flatMap((path) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      const text = path.endsWith('.md') ? line : /(?:(?:^|\s)(?:\/\/|\/\*\*?|\*)\s|\bit\()(.*)$/.exec(line)?.[1];
      return text ? wordingsIn(GIVEN_UP, `${path}:${index + 1}`, text) : [];
    });
  });
  expect(found).toEqual([]);
});
