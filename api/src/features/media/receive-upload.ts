import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { limitBytes } from '../../chunks.js';
import { BadInput, DomainError, Malformed, TooLarge } from '../../http/errors.js';

/** The largest accepted image, in bytes. */
export const MAX_IMAGE_BYTES = 25 * 1024 * 1024;
/** A larger body is still read, but not stored, so that the client receives the error; at most this many bytes. */
const MAX_BODY_BYTES = 4 * MAX_IMAGE_BYTES;

export const tooLarge = () => new TooLarge('This photo is larger than 25 MB. Please choose a smaller one.');

/**
 * Streams the multipart field `file` of a request to `target`, which must not exist. Ignores all other fields. The caller
 * always removes `target`.
 * @throws Malformed, TooLarge, BadInput (no file, several files, an empty file), and errors of the disk
 */
export async function receiveUpload(request: Request, target: string): Promise<void> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  if (!request.body) throw missingFile();
  const parser = openParser(request.headers.get('content-type') ?? '');
  const received = saveFile(parser, target);
  try {
    const limited = limitBytes(() => MAX_BODY_BYTES, tooLarge);
    await pipeline(Readable.fromWeb(request.body as ReadableStream), limited, parser);
  } catch (error) {
    await received.abandon();
    if (error instanceof DomainError) throw error;
    throw new Malformed('The upload was interrupted or is not valid multipart/form-data.');
  }
  await received.done();
}

function openParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fileSize: MAX_IMAGE_BYTES,
        fieldSize: 1000,
        fields: 10,
        parts: 12,
        headerPairs: 50,
        headerSize: 8192,
      },
    });
  } catch {
    throw new Malformed('The upload is not valid multipart/form-data.');
  }
}

/** Writes the first `file` part to `target`. `done` throws unless there was exactly one valid file. */
function saveFile(parser: BusboyInstance, target: string) {
  const seen = { files: 0, bytes: 0, tooLarge: false };
  let stream: BusboyFileStream | undefined;
  let written: Promise<void> | undefined;
  parser.on('file', (field, part) => {
    seen.files += 1;
    if (field !== 'file' || written) return void part.resume();
    stream = part;
    part.once('limit', () => {
      seen.tooLarge = true;
    });
    part.on('data', (chunk: Buffer) => {
      seen.bytes += chunk.length;
    });
    written = write(part, target);
    // Awaited in `done`, after the whole body.
    written.catch(() => undefined);
  });
  return {
    /** Stops to write. The file is closed when it resolves: one that is opened later would outlive its removal. */
    abandon: async () => {
      stream?.destroy();
      await written?.catch(() => undefined);
    },
    done: async () => {
      if (!written) throw missingFile();
      await written;
      if (seen.tooLarge) throw tooLarge();
      if (seen.files > 1) throw badFile('Please upload one photo at a time.');
      if (seen.bytes === 0) throw badFile('This file is empty. Please choose a JPEG, PNG or WebP file.');
    },
  };
}

/**
 * Writes a part to a new file. If the disk fails (full, read-only), the rest of the part is read and ignored: a client whose
 * upload is cut off would not receive the error.
 */
function write(part: BusboyFileStream, target: string): Promise<void> {
  const file = createWriteStream(target, { flags: 'wx' });
  return new Promise((resolve, reject) => {
    file.once('error', (error) => {
      reject(error);
      part.unpipe(file);
      part.resume();
    });
    file.once('close', resolve);
    part.once('error', (error) => {
      reject(error);
      file.destroy();
    });
    part.once('close', () => {
      if (!part.readableEnded) file.destroy();
    });
    part.pipe(file);
  });
}

const badFile = (message: string) => new BadInput([{ field: 'file', message }], message);
const missingFile = () => badFile('Please choose a photo.');
