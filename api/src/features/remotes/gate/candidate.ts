import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseManifest } from '@godhuli/contracts/releases';
import { type Node, parse } from 'acorn';
import { listReleaseFiles } from '../release-store.js';

/** A script of a release, parsed; `problem` instead of `program` when it is no JavaScript. */
export interface ParsedScript {
  path: string;
  program?: Node;
  problem?: string;
}

/** A release on trial: what its folder holds. */
export interface Candidate {
  /** the remote it was sent for */
  remote: string;
  directory: string;
  /** every file but release.json, by path */
  files: ReadonlyMap<string, Buffer>;
}

/** Reads a whole release; its size is bounded by RELEASE_LIMITS. */
export async function readCandidate(remote: string, directory: string): Promise<Candidate> {
  const files = new Map<string, Buffer>();
  for (const path of await listReleaseFiles(directory)) {
    if (path !== 'release.json') files.set(path, await readFile(join(directory, path)));
  }
  return { remote, directory, files };
}

/** Whether a browser executes this file: a script that is not the server build. */
export const isBrowserScript = (path: string, manifest: ReleaseManifest): boolean =>
  /\.m?js$/.test(path) && path !== manifest.server;

/** Source maps are read by developer tools only. */
export const isBrowserFile = (path: string, manifest: ReleaseManifest): boolean =>
  path !== manifest.server && !path.endsWith('.map') && !path.endsWith('.LICENSE.txt');

/** Parses the scripts that browsers get, one turn of the event loop each: requests go on meanwhile. */
export async function parseScripts(candidate: Candidate, manifest: ReleaseManifest): Promise<ParsedScript[]> {
  const scripts: ParsedScript[] = [];
  for (const [path, bytes] of candidate.files) {
    if (!isBrowserScript(path, manifest)) continue;
    await new Promise((resolve) => setImmediate(resolve));
    scripts.push(parseScript(path, bytes.toString('utf8')));
  }
  return scripts;
}

function parseScript(path: string, source: string): ParsedScript {
  const sourceType = path.endsWith('.mjs') ? 'module' : 'script';
  try {
    return { path, program: parse(source, { ecmaVersion: 'latest', sourceType, allowHashBang: true }) };
  } catch (error) {
    return { path, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Calls `visit` with every node of a program and the nodes around it, nearest last. */
export function walk(program: Node, visit: (node: Node, around: readonly Node[]) => void): void {
  const around: Node[] = [];
  const step = (node: Node): void => {
    visit(node, around);
    around.push(node);
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) value.filter(isNode).forEach(step);
      else if (isNode(value)) step(value);
    }
    around.pop();
  };
  step(program);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
