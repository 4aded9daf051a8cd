import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from './start-product';

/** Runs one first start per test run. Every product under test begins with a copy of its data. */
export default async function makeTemplate(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'godhuli-template-'));
  process.env.GODHULI_TEMPLATE = dataDir;
  const product = await startProduct({ dataDir });
  await product.end('SIGTERM');
  return () => rmSync(dataDir, { recursive: true, force: true });
}
