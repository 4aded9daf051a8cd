import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { LANGUAGES } from '@godhuli/contracts/inquiries';
import { FIELD_MESSAGES } from '@godhuli/contracts/inquiry-form';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const bundle = (source: string) =>
  execFileSync(
    join(ROOT, 'node_modules', '.bin', 'esbuild'),
    ['--bundle', '--format=esm', '--charset=utf8', '--external:zod'],
    { cwd: import.meta.dirname, encoding: 'utf8', input: source },
  );

it('a bundle has no schema that it does not use, and not what only that schema needs', () => {
  const all = bundle(`export * from '@godhuli/contracts/inquiries'`);
  expect(all).toContain('strictObject(');
  expect(all).toContain(FIELD_MESSAGES.phone);
  const one = bundle(`export { languageSchema } from '@godhuli/contracts/inquiries'`);
  for (const language of LANGUAGES) expect(one).toContain(`"${language}"`);
  expect(one).not.toContain('strictObject(');
  expect(one).not.toContain(FIELD_MESSAGES.phone);
});
