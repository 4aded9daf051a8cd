import { type FileHandle, open } from 'node:fs/promises';
import { UnsupportedType } from '../../http/errors.js';

/** A box of an MP4 file (ISO/IEC 14496-12): `start` is where its header begins, `body` where its content does. */
interface Box {
  type: string;
  start: number;
  body: number;
  end: number;
}

/** Limits of what is read: the index of a film of an hour has some megabytes. */
const MAX_INDEX_BYTES = 32 * 1024 * 1024;
const MAX_BOXES = 20_000;
const ERASED_AT_ONCE = 1024 * 1024;

/** Video codecs that browsers play. */
const CODECS = ['avc1', 'avc3', 'av01', 'vp09'];
/** Kinds of tracks that hold picture, sound, text or time codes. Others hold measurements, such as positions. */
const TRACKS = ['vide', 'soun', 'text', 'subt', 'sbtl', 'clcp', 'tmcd', 'hint'];
/** Descriptions of the file, which may name where it was recorded. */
const DESCRIPTIONS = ['udta', 'meta', 'uuid'];
const CONTAINERS = ['trak', 'mdia', 'minf', 'stbl'];

const PLEASE = 'Please export the film as MP4 with H.264 from a video editor.';
const damaged = () => new UnsupportedType(`This film is damaged or incomplete. ${PLEASE}`);

/**
 * Checks by its bytes that a file is an MP4 film that browsers play, and erases its descriptions in place: cameras write the
 * place of the recording there. Erased boxes become free space, so nothing else moves.
 * @returns its duration in whole seconds, or null if the file does not say
 * @throws UnsupportedType with a message for staff
 */
export async function cleanMp4(path: string): Promise<{ durationSeconds: number | null }> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const boxes = await topBoxes(file, size);
    if (boxes[0]?.type !== 'ftyp') throw new UnsupportedType(`This file is not an MP4 film. ${PLEASE}`);
    const index = boxes.find(({ type }) => type === 'moov');
    if (!index || !boxes.some(({ type }) => type === 'mdat')) throw damaged();
    if (index.end - index.start > MAX_INDEX_BYTES) throw damaged();
    const bytes = await read(file, index.start, index.end - index.start);
    const durationSeconds = checkIndex(bytes);
    await file.write(bytes, 0, bytes.length, index.start);
    for (const box of boxes.filter(({ type }) => DESCRIPTIONS.includes(type))) await erase(file, box);
    return { durationSeconds };
  } finally {
    await file.close();
  }
}

async function topBoxes(file: FileHandle, size: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = 0; at < size; ) {
    const header = await read(file, at, Math.min(16, size - at));
    const box = boxAt(header, 0, size - at);
    // The first box decides what the file is; a later one that does not fit means that the file is cut off.
    if (!box && boxes.length === 0) throw new UnsupportedType(`This file is not an MP4 film. ${PLEASE}`);
    if (!box || boxes.length >= MAX_BOXES) throw damaged();
    boxes.push({ type: box.type, start: at, body: at + box.body, end: at + box.end });
    at += box.end;
  }
  return boxes;
}

/** Reads the header of a box at `at`; null if the box does not end before `limit`. */
function boxAt(bytes: Buffer, at: number, limit: number): Box | null {
  if (at + 8 > Math.min(limit, bytes.length)) return null;
  const type = bytes.toString('latin1', at + 4, at + 8);
  const short = bytes.readUInt32BE(at);
  const isLong = short === 1;
  if (isLong && at + 16 > bytes.length) return null;
  // 0 means to the end of the file.
  const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? limit - at : short;
  const body = at + (isLong ? 16 : 8);
  const end = at + size;
  return !/^[\x20-\x7e\xa9]{4}$/.test(type) || end < body || end > limit ? null : { type, start: at, body, end };
}

function* boxesIn(bytes: Buffer, start: number, end: number): Generator<Box> {
  let count = 0;
  for (let at = start; at + 8 <= end; ) {
    const box = boxAt(bytes, at, end);
    count += 1;
    if (!box || count > MAX_BOXES) throw damaged();
    yield box;
    at = box.end;
  }
}

/** Checks the tracks of an index and erases its descriptions. @returns the duration in seconds */
function checkIndex(bytes: Buffer): number | null {
  let duration: number | null = null;
  let videos = 0;
  for (const box of boxesIn(bytes, 8, bytes.length)) {
    if (box.type === 'mvhd') duration = durationOf(bytes, box);
    if (DESCRIPTIONS.includes(box.type)) eraseIn(bytes, box);
    if (box.type !== 'trak') continue;
    const { kind, codec } = trackOf(bytes, box, { kind: '', codec: '' });
    if (!TRACKS.includes(kind)) {
      throw new UnsupportedType(`This film contains recorded data, which may name places. ${PLEASE}`);
    }
    if (kind !== 'vide') continue;
    if (!CODECS.includes(codec)) throw new UnsupportedType(`Many browsers cannot play this film. ${PLEASE}`);
    videos += 1;
  }
  if (videos === 0) throw new UnsupportedType(`This file contains no film. ${PLEASE}`);
  return duration;
}

interface Track {
  kind: string;
  codec: string;
}

function trackOf(bytes: Buffer, parent: Box, track: Track): Track {
  for (const box of boxesIn(bytes, parent.body, parent.end)) {
    if (DESCRIPTIONS.includes(box.type)) eraseIn(bytes, box);
    else if (CONTAINERS.includes(box.type)) trackOf(bytes, box, track);
    else if (box.type === 'hdlr' && box.body + 12 <= box.end && track.kind === '') {
      track.kind = bytes.toString('latin1', box.body + 8, box.body + 12);
    } else if (box.type === 'stsd' && box.body + 16 <= box.end) {
      track.codec = bytes.toString('latin1', box.body + 12, box.body + 16);
    }
  }
  return track;
}

function durationOf(bytes: Buffer, { body, end }: Box): number | null {
  const isLong = bytes[body] === 1;
  if (body + (isLong ? 32 : 20) > end) throw damaged();
  const scale = bytes.readUInt32BE(body + (isLong ? 20 : 12));
  const units = isLong ? Number(bytes.readBigUInt64BE(body + 24)) : bytes.readUInt32BE(body + 16);
  const seconds = scale > 0 ? Math.round(units / scale) : 0;
  return seconds > 0 && seconds <= 86_400 ? seconds : null;
}

function eraseIn(bytes: Buffer, { start, body, end }: Box): void {
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, body, end);
}

async function erase(file: FileHandle, { start, body, end }: Box): Promise<void> {
  await file.write('free', start + 4, 'latin1');
  const zeros = Buffer.alloc(Math.min(ERASED_AT_ONCE, end - body));
  for (let at = body; at < end; at += zeros.length) await file.write(zeros, 0, Math.min(zeros.length, end - at), at);
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw damaged();
  return buffer;
}
