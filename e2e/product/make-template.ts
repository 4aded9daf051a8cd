import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startProduct } from './start-product';

/**
 * Runs one first start per test run. Every product under test begins with a copy of its data, with the first variants of its photos:
 * otherwise each would encode them again, beside the test.
 */
export default async function makeTemplate(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'godhuli-template-'));
  process.env.GODHULI_TEMPLATE = dataDir;
  const product = await startProduct({ dataDir, env: { LOG_LEVEL: 'info' } });
  await expect.poll(product.output, { timeout: 120_000 }).toContain('the photos of the page are prepared');
  await product.end('SIGTERM');
  return () => rmSync(dataDir, { recursive: true, force: true });
}
