import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { limitBytes } from '../chunks.js';
import { BadInput, DomainError, Malformed, type TooLarge } from './errors.js';

/** The longest text beside the file, in bytes of UTF-8. */
const MAX_FIELD_BYTES = 20_000;
/** A larger body is still read, but not stored, so that the client receives the error; at most so many times the limit. */
const READ_FACTOR = 4;

/** What a request may upload, and what its sender reads otherwise. */
export interface UploadRules {
  maxBytes: number;
  tooLarge: () => TooLarge;
  missing: string;
  several: string;
  empty: string;
}

/** What a request contained beside the bytes. */
export interface ReceivedUpload {
  /** as the browser sent it, without folders */
  fileName: string;
  bytes: number;
  fields: Readonly<Record<string, string>>;
}

/**
 * Streams the multipart field `file` of a request to `target`, which must not exist. The caller always removes `target`.
 * @throws Malformed, TooLarge, BadInput (no file, several files, an empty file), and errors of the disk
 */
export async function receiveUpload(request: Request, target: string, rules: UploadRules): Promise<ReceivedUpload> {
  const maxBody = READ_FACTOR * rules.maxBytes;
  if (Number(request.headers.get('content-length') ?? 0) > maxBody) throw rules.tooLarge();
  if (!request.body) throw badFile(rules.missing);
  const parser = openParser(request.headers.get('content-type') ?? '', rules);
  const received = saveFile(parser, target, rules);
  try {
    const limited = limitBytes(() => maxBody, rules.tooLarge);
    await pipeline(Readable.fromWeb(request.body as ReadableStream), limited, parser);
  } catch (error) {
    await received.abandon();
    if (error instanceof DomainError) throw error;
    throw new Malformed('The upload was interrupted or is not valid multipart/form-data.');
  }
  return received.done();
}

function openParser(contentType: string, { maxBytes }: UploadRules): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fileSize: maxBytes,
        fieldSize: MAX_FIELD_BYTES,
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
function saveFile(parser: BusboyInstance, target: string, rules: UploadRules) {
  const seen = { files: 0, bytes: 0, tooLarge: false, fileName: '' };
  const fields: Record<string, string> = {};
  parser.on('field', (name, value) => {
    fields[name] = value;
  });
  let stream: BusboyFileStream | undefined;
  let written: Promise<void> | undefined;
  parser.on('file', (field, part, fileName) => {
    seen.files += 1;
    if (field !== 'file' || written) return void part.resume();
    stream = part;
    // Browsers encode only these characters (HTML, 'multipart/form-data encoding algorithm').
    seen.fileName = (fileName ?? '').replace(/%(22|0A|0D)/gi, (code) => decodeURIComponent(code));
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
    done: async (): Promise<ReceivedUpload> => {
      if (!written) throw badFile(rules.missing);
      await written;
      if (seen.tooLarge) throw rules.tooLarge();
      if (seen.files > 1) throw badFile(rules.several);
      if (seen.bytes === 0) throw badFile(rules.empty);
      return { fileName: seen.fileName, bytes: seen.bytes, fields };
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
