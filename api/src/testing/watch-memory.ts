import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 50;

/** Resident memory in MB: of this process now, of those it started at their highest; without /proc of this one alone. */
function residentMegabytes(): number {
  try {
    const processes = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readProcess);
    const ours = new Set([process.pid]);
    // A child has a larger number than its parent but for a wrap-around; twice over finds it then too.
    for (const { pid, parent } of [...processes, ...processes]) if (ours.has(parent)) ours.add(pid);
    return processes.reduce((sum, { pid, megabytes }) => sum + (ours.has(pid) ? megabytes : 0), 0);
  } catch {
    return process.memoryUsage.rss() / 2 ** 20;
  }
}

function readProcess(name: string): { pid: number; parent: number; megabytes: number }[] {
  try {
    const status = readFileSync(`/proc/${name}/status`, 'utf8');
    const number = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    const pid = Number(name);
    return [{ pid, parent: number('PPid'), megabytes: number(pid === process.pid ? 'VmRSS' : 'VmHWM') / 1024 }];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

/** Watches the memory of this process and its children; `stop` answers by how many MB it grew at most. */
export function watchMemory(): { stop(): number } {
  const before = residentMegabytes();
  let most = before;
  const look = () => {
    most = Math.max(most, residentMegabytes());
  };
  const timer = setInterval(look, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      look();
      return Math.round(most - before);
    },
  };
}
