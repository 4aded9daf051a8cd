import type { ScriptProblems, ScriptsRequest } from './messages.js';
import { type OnceLimits, requestOnce } from './request-once.js';

/**
 * Parses the scripts of a release and looks for what the gate forbids. The time that a parser needs can grow with the square of
 * a script's size, so it runs where processor time and memory are limited.
 * @throws NoSandbox, or GuestFailure with the script that was read last
 */
export async function readScripts(request: ScriptsRequest, limits: OnceLimits): Promise<ScriptProblems> {
  return (await requestOnce('scripts', request, limits)) as ScriptProblems;
}
