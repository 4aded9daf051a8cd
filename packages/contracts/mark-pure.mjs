/**
 * Marks every schema of the built package as free of side effects, so that a bundler leaves out those that nothing uses:
 * `z.object({...})` is a call, and a bundler must assume that calls do something. A page would create every schema of a module
 * of which it uses one.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const FOLDER = join(import.meta.dirname, 'dist');

/** Returns the start and end of each value that a call computes when the module is evaluated. */
function* computedValues(file) {
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { initializer } of statement.declarationList.declarations)
      if (initializer && ts.isCallExpression(initializer)) yield [initializer.getStart(file), initializer.getEnd()];
  }
}

for (const name of readdirSync(FOLDER).filter((each) => each.endsWith('.js'))) {
  const path = join(FOLDER, name);
  let text = readFileSync(path, 'utf8');
  // From the last to the first: the positions before a change stay valid.
  for (const [start, end] of [...computedValues(ts.createSourceFile(name, text, ts.ScriptTarget.Latest))].reverse())
    text = `${text.slice(0, start)}/*#__PURE__*/ (() => ${text.slice(start, end)})()${text.slice(end)}`;
  writeFileSync(path, text);
}
