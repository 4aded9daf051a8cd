/** Compiles the programs that the API forks, so that its tests never fork a build that is older than the source. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const api = join(fileURLToPath(import.meta.url), '..', '..', '..', 'api');
/** Without their ending, with what they import from the source. */
const PROGRAMS = ['db/create-database', 'db/late-compilation', 'features/media/image-worker'];

export default function buildForkedPrograms() {
  for (const program of PROGRAMS) {
    const source = readFileSync(join(api, 'src', `${program}.ts`), 'utf8');
    const compilerOptions = {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    };
    const { outputText } = ts.transpileModule(source, { compilerOptions });
    const target = join(api, 'dist', `${program}.js`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, outputText);
  }
}
