/** Photographs through our pipeline (queue, process of its own, checks, clean master) and through sharp alone. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startNode } from './node-process.mjs';
import { cpuSeconds, processTree, root } from './product.mjs';
import { median, spread } from './statistics.mjs';

const PHOTOGRAPHS = join(root, 'api', 'seeds', 'photos');

/** The most memory that a process has held, in MB (Linux). */
const peakMegabytes = (pid) =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

async function run(program, sources) {
  const started = startNode(join(import.meta.dirname, 'servers', program));
  try {
    // A message to a process that does not listen yet would be lost.
    await started.message('up');
    const done = started.message('done');
    started.child.send({ sources });
    const { ms } = await done;
    const tree = processTree(started.child.pid);
    const cpu = tree.reduce((sum, pid) => sum + cpuSeconds(pid), 0) * 1000;
    return {
      ms: ms / sources.length,
      cpu: cpu / sources.length,
      peak: tree.reduce((sum, pid) => sum + peakMegabytes(pid), 0),
    };
  } finally {
    started.child.disconnect();
    await new Promise((resolve) => started.child.once('exit', resolve));
  }
}

export async function measure({ quick }) {
  const sources = readdirSync(PHOTOGRAPHS)
    .filter((name) => name.endsWith('.jpg'))
    .slice(0, quick ? 1 : 4)
    .map((name) => join(PHOTOGRAPHS, name));
  const ours = [];
  const direct = [];
  for (let turn = 0; turn < (quick ? 1 : 3); turn += 1) {
    ours.push(await run('photograph-ours.mjs', sources));
    direct.push(await run('photograph-sharp.mjs', sources));
  }
  const row = (key, what, unit) => {
    const [one, other] = [ours, direct].map((runs) => runs.map((each) => each[key]));
    return {
      what: `photograph with all its variants: ${what}, ours against sharp called directly`,
      value: (median(one) / median(other)).toFixed(2),
      note: `${spread(one)} ${unit} against ${spread(other)} ${unit}`,
    };
  };
  return [
    row('ms', 'time per photograph', 'ms'),
    row('cpu', 'CPU per photograph, start of the processes included', 'ms'),
    row('peak', 'most memory held, all processes', 'MB'),
  ];
}
