import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from './start-product';

const LONGEST_PREPARATION_MS = 120_000;

/**
 * Runs one first start per test run. Every product under test begins with a copy of its data, with the first variants of its photos:
 * otherwise each would encode them again, beside the test.
 */
export default async function makeTemplate(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'godhuli-template-'));
  process.env.GODHULI_TEMPLATE = dataDir;
  const product = await startProduct({ dataDir, env: { LOG_LEVEL: 'info' } });
  const isPrepared = () => product.output().includes('the photos of the page are prepared');
  const deadline = Date.now() + LONGEST_PREPARATION_MS;
  // Another checkout may not say it. Without it, tests are slower and the same.
  while (!process.env.HOST_CHECKOUT && !isPrepared() && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 100));
  await product.end('SIGTERM');
  return () => rmSync(dataDir, { recursive: true, force: true });
}
