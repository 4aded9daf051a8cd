import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 50;

/** Returns resident memory in MB: the current one of this process and the peak of its children; without /proc only this process. */
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
    // The process has ended.
    return [];
  }
}

/** Watches the memory of this process and its children; `stop` returns the largest growth in MB. */
export function watchMemory(): { stop(): number } {
  const before = residentMegabytes();
  let peak = before;
  const sample = () => {
    peak = Math.max(peak, residentMegabytes());
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      sample();
      return Math.round(peak - before);
    },
  };
}
