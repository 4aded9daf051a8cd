#!/usr/bin/env node
import { deployToken } from '../dist/cli/deploy-token.js';

process.exitCode = await deployToken(process.argv.slice(2));
