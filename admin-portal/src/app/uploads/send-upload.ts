import { ApiError } from '@godhuli/contracts/api-error';
import { hashOf, type PartSize } from './parts';
import * as requests from './upload.requests';
import type { UploadList } from './upload-list';

interface Options {
  list: UploadList;
  partSize: PartSize;
  signal: AbortSignal;
  /** called after the server has received a part */
  onReceived(): void;
  /** called after the photo was stored */
  onStored(): void;
}

/**
 * Sends the file of a registered entry, and has the server make a photo of it. One that the gallery has already waits for a
 * decision instead.
 * @returns whether it was sent
 */
export async function sendUpload(key: string, options: Options): Promise<boolean> {
  if (await isDuplicate(key, options)) return false;
  await sendParts(key, options);
  await finish(key, options);
  return true;
}

/** Compares the content with the gallery before it is sent. Only pages over https can compute hashes. */
async function isDuplicate(key: string, { list, signal }: Options): Promise<boolean> {
  const entry = list.get(key);
  const file = list.fileOf(key);
  if (!entry || !file || entry.keepDuplicate || entry.sentBytes > 0) return false;
  list.change(key, { state: 'checking' });
  const hash = await hashOf(file);
  signal.throwIfAborted();
  if (hash === null) return false;
  const duplicates = await requests.findDuplicates(hash, signal);
  if (duplicates.length > 0) list.change(key, { state: 'duplicate', duplicates });
  return duplicates.length > 0;
}

async function sendParts(key: string, { list, partSize, signal, onReceived }: Options): Promise<void> {
  const entry = list.get(key);
  const file = list.fileOf(key);
  const id = entry?.id;
  if (!entry || !id) throw new ApiError('The connection was lost.', 0);
  let offset = entry.sentBytes;
  while (file && offset < entry.bytes) {
    list.change(key, { state: 'uploading' });
    const begun = performance.now();
    const body = file.slice(offset, offset + partSize.bytes);
    const before = offset;
    const onProgress = (sent: number) => list.change(key, { sentBytes: before + Math.min(sent, body.size) });
    try {
      const { received } = await requests.appendPart(id, { offset, body, onProgress, signal });
      partSize.learn(body.size, performance.now() - begun);
      offset = received;
      onReceived();
    } catch (error) {
      list.change(key, { sentBytes: before });
      const known = requests.uploadOf(error);
      if (known?.state !== 'waiting') throw error;
      offset = known.received;
    }
    list.change(key, { sentBytes: offset });
  }
}

async function finish(key: string, { list, signal, onStored }: Options): Promise<void> {
  const { id, keepDuplicate = false } = list.get(key) ?? {};
  if (!id) return;
  list.change(key, { state: 'saving' });
  await requests.finishUpload(id, keepDuplicate, signal);
  list.finish(key);
  onStored();
}
