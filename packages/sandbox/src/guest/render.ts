/** The program that loads a release's server build and renders pages with it. */
import assert from 'node:assert';
import async_hooks from 'node:async_hooks';
import buffer from 'node:buffer';
import crypto from 'node:crypto';
import events from 'node:events';
import path from 'node:path';
import perf_hooks from 'node:perf_hooks';
import punycode from 'node:punycode';
import querystring from 'node:querystring';
import stream from 'node:stream';
import streamWeb from 'node:stream/web';
import string_decoder from 'node:string_decoder';
import timers from 'node:timers';
import url from 'node:url';
import util from 'node:util';
import utilTypes from 'node:util/types';
import vm from 'node:vm';
import type { Render } from '@godhuli/contracts/host';
import type { LoadRequest, RenderRequest } from '../messages.js';
import { failOnStrayErrors, hideHost, serve } from './channel.js';
import { Failure } from './failure.js';
import { plainProcess } from './plain-process.js';
import { runStep } from './steps.js';

/** The modules of Node that a server build may require: none gives access to files, network or processes. */
const modules: Record<string, unknown> = {
  assert, async_hooks, buffer, crypto, events, path, perf_hooks, process: plainProcess, punycode, querystring, stream,
  'stream/web': streamWeb, string_decoder, timers, url, util, 'util/types': utilTypes,
}; // biome-ignore format: one list

const { compileFunction } = vm;
let render: Render | null = null;

function load({ path: filename, source }: LoadRequest): void {
  const requireBuiltin = (request: unknown) => {
    const name = String(request).replace(/^node:/, '');
    if (!Object.hasOwn(modules, name)) throw new Error(`a server build cannot use '${request}'`);
    return modules[name];
  };
  const compiled = compileFunction(source, ['exports', 'require', 'module', '__filename', '__dirname'], { filename });
  const module: { exports: { render?: unknown } } = { exports: {} };
  compiled.call(module.exports, module.exports, requireBuiltin, module, `/${filename}`, '/');
  if (typeof module.exports?.render !== 'function') throw new Failure(`${filename} does not export 'render'.`);
  render = module.exports.render as Render;
}

hideHost();
failOnStrayErrors(true);

await serve(async (request: LoadRequest | RenderRequest) => {
  if (request.kind === 'load') return runStep(`loading ${request.path}`, () => load(request));
  const current = render;
  if (!current) throw new Failure('there is no server build.');
  return runStep(`the page ${request.input.url}`, () => current(request.input));
});
