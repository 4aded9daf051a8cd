import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
/** Wordings that were replaced, and what to say instead. */
const GIVEN_UP = [
  [/\be-mail/i, 'email'],
  [/\bphotographs\b|\b(?:a|the|this|your|no|one) photograph\b/i, 'photo'],
  [/is not right/i, 'wrong, not valid'],
  [/another look|needs a look/i, 'Please fix …'],
  [/\bwhoever\b/i, 'anyone who'],
  [/\bmeanwhile\b/i, 'leave it out'],
  [/\bis away\b/i, 'is not available'],
  [/brought back/i, 'restored'],
  [/shown this once/i, 'shown only once'],
  [/there is no such|is not there any more/i, '… not found'],
  [/is there already/i, 'already exists'],
  [/, please\.$/i, 'Please …'],
  [/please give /i, 'Please enter …'],
  [/still on its way/i, 'still uploading'],
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

it('no source says to people what was reworded', () => {
  const tracked = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mjs', '*.cjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  const sources = tracked
    .split('\0')
    .filter((path) => /^(?:admin-portal|api|front-door|legacy-admin|packages|public-site|scripts|shell)\//.test(path))
    .filter((path) => !/styles\.ts$|\.test\.|\/testing\/|\/seeds\/|\/template\//.test(path));
  expect(sources.length).toBeGreaterThan(200);
  const found = sources.flatMap((path) =>
    stringsOf(path).flatMap((text) =>
      GIVEN_UP.filter(([pattern]) => text.includes(' ') && pattern.test(text)).map(
        ([, better]) => `${path}: '${text}' (${better})`,
      ),
    ),
  );
  expect(found).toEqual([]);
});
