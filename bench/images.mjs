/**
 * Photos: quality, bytes and time of every kind of variant next to sharp's defaults (which are JPEG quality 80), and the time
 * of our pipeline (queue, separate process, checks, clean master) next to sharp called directly.
 *
 * Goals of quality, in scores of SSIMULACRA2 against the resized pixels (70 is high quality, 90 visually lossless):
 * median at least 74 and worst at least 70 over all photos, worst of the hero's photos at least 76, in each size and format.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureQuality } from './image-quality.mjs';
import { startNode } from './node-process.mjs';
import { cpuSeconds, processTree, root } from './product.mjs';
import { median, spread } from './statistics.mjs';

const PHOTOS = join(root, 'api', 'seeds', 'photos');
/** 24 photos are enough: reds, dusk, candle light, skin-like wool, lace-like knitting, foliage and text are in the others. */
const LEFT_OUT =
  /^(about-|services-(video|cinematic)|cinematic-(lens|drone)|commercial-watch|wedding-rings|family-(cloud|wooden))/;

/** Returns the peak memory of a process in MB (Linux). */
const peakMegabytes = (pid) =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

async function run(program, sources) {
  const started = startNode(join(import.meta.dirname, 'servers', program));
  try {
    // Wait, because a message is lost when the process does not listen yet.
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

async function measurePipeline(sources, quick) {
  const ours = [];
  const direct = [];
  for (let turn = 0; turn < (quick ? 1 : 2); turn += 1) {
    ours.push(await run('image-ours.mjs', sources));
    direct.push(await run('image-sharp.mjs', sources));
  }
  const row = (key, what, unit) => {
    const [one, other] = [ours, direct].map((runs) => runs.map((each) => each[key]));
    return {
      what: `photo with all its variants at the same settings: ${what}, ours against sharp called directly`,
      value: (median(one) / median(other)).toFixed(2),
      note: `${spread(one)} ${unit} against ${spread(other)} ${unit}`,
    };
  };
  return [
    row('ms', 'time per photo', 'ms'),
    row('cpu', 'CPU per photo, start of the processes included', 'ms'),
    row('peak', 'peak memory, all processes', 'MB'),
  ];
}

export async function measure({ quick }) {
  const sources = readdirSync(PHOTOS)
    .filter((name) => name.endsWith('.jpg') && !LEFT_OUT.test(name))
    .map((name) => join(PHOTOS, name));
  const quality = await measureQuality(quick ? sources.slice(0, 1) : sources);
  return { ...quality, rows: [...quality.rows, ...(await measurePipeline(sources.slice(0, 1), quick))] };
}
