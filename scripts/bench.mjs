/** `npm run bench`: runs every part of bench/, or those named after `--`; writes bench/results/latest.json and latest.md. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, setup } from './setup.mjs';

const PARTS = ['memory', 'api', 'gallery'];
const words = process.argv.slice(2);
const quick = words.includes('--quick');
const chosen = PARTS.filter((part) => !words.some((word) => PARTS.includes(word)) || words.includes(part));

setup();
const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root }).stdout?.toString().trim() || 'unknown';
const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
const results = [];
for (const part of chosen) {
  console.log(`> ${part}`);
  const { measure } = await import(pathToFileURL(join(root, 'bench', `${part}.mjs`)).href);
  results.push(...(await measure({ quick })));
}
const rows = results.map(({ what, value, limit, note }) => `| ${what} | ${value} | ${limit ?? ''} | ${note ?? ''} |`);
const table = ['| what | measured | limit | note |', '| --- | --- | --- | --- |', ...rows].join('\n');
console.log(`\n${table}`);
if (!quick) {
  const head = `# Measurements\n\n\`npm run bench -- ${chosen.join(' ')}\` on ${machine}, commit ${commit}.\n`;
  writeFileSync(join(root, 'bench', 'results', 'latest.md'), `${head}\n${table}\n`);
  writeFileSync(
    join(root, 'bench', 'results', 'latest.json'),
    `${JSON.stringify({ machine, commit, results }, null, 2)}\n`,
  );
}
