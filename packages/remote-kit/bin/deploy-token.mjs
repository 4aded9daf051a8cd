#!/usr/bin/env node
import { deployToken } from '../dist/cli/deploy-token.js';

process.exitCode = await deployToken(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  progress: (text) => process.stderr.write(`${text}\n`),
  env: process.env,
  folder: process.cwd(),
});
