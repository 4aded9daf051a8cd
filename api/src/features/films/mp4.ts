import { type FileHandle, open } from 'node:fs/promises';
import { UnsupportedType } from '../../http/errors.js';

/** A box of an MP4 file (ISO/IEC 14496-12): `start` is where its header begins, `body` where its content does. */
interface Box {
  type: string;
  start: number;
  body: number;
  end: number;
}

/** Limits of what is read: the index of a film of an hour has some megabytes, and at most 400,000 chunks. */
const MAX_INDEX_BYTES = 32 * 1024 * 1024;
const MAX_CHUNKS = 1_000_000;
const MAX_BOXES = 20_000;
const ERASED_AT_ONCE = 1024 * 1024;

/** Video codecs that browsers play. */
const CODECS = ['avc1', 'avc3', 'av01', 'vp09'];
/** Sound whose samples have the size that their table says. In QuickTime, that of uncompressed sound may say 1. */
const SOUND_CODECS = ['mp4a', 'Opus', 'fLaC', '.mp3', 'ac-3', 'ec-3', 'alac'];
/** Tracks that stay. Others hold text, time codes or measurements, such as positions. */
const TRACKS = ['vide', 'soun'];
/** Boxes that players need. Others are descriptions of the file, which may name where it was recorded. */
const FILE_BOXES = ['ftyp', 'styp', 'mdat', 'moof', 'sidx', 'mfra'];
const INDEX_BOXES = [
  'mvhd trak tkhd edts tapt mdia mdhd hdlr minf vmhd smhd dinf',
  'stbl stsd stts ctts cslg stss stps sdtp stsc stsz stco co64 sgpd sbgp',
  'mvex mehd trex mfhd traf tfhd tfdt trun',
].flatMap((types) => types.split(' '));
const CONTAINERS = ['trak', 'mdia', 'minf', 'stbl', 'mvex', 'traf'];

const PLEASE = 'Please export the film as MP4 with H.264 from a video editor.';
const damaged = () => new UnsupportedType(`This film is damaged or incomplete. ${PLEASE}`);

/**
 * Checks by its bytes that a file is an MP4 film that browsers play, and erases in place all that is neither picture nor sound:
 * cameras write the place of the recording there. Erased boxes become free space, so nothing else moves.
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
    const data = boxes.filter(({ type }) => type === 'mdat');
    const fragments = boxes.filter(({ type }) => type === 'moof');
    if (!index || data.length === 0) throw damaged();
    const bytes = await readIndex(file, index);
    const { durationSeconds, samples, hasOthers } = cleanIndex(bytes);
    if (fragments.length === 0 && samples.length === 0) throw damaged();
    // The samples of fragments are not in the index.
    if (fragments.length > 0 && hasOthers) {
      throw new UnsupportedType(`This film contains captions or recorded data, which may name places. ${PLEASE}`);
    }
    await file.write(bytes, 0, bytes.length, index.start);
    for (const fragment of fragments) {
      const content = await readIndex(file, fragment);
      eraseUnknown(content, { ...fragment, body: fragment.body - fragment.start, end: content.length });
      await file.write(content, 0, content.length, fragment.start);
    }
    for (const box of boxes) if (box !== index && !FILE_BOXES.includes(box.type)) await eraseBox(file, box);
    if (fragments.length === 0) await eraseBetween(file, data, samples);
    return { durationSeconds };
  } finally {
    await file.close();
  }
}

function readIndex(file: FileHandle, { start, end }: Box): Promise<Buffer> {
  if (end - start > MAX_INDEX_BYTES) throw damaged();
  return read(file, start, end - start);
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

/** Where bytes are in the file. */
interface Range {
  start: number;
  end: number;
}

/** Checks the tracks of an index, and erases all but picture and sound. @returns also where the samples of these are */
function cleanIndex(bytes: Buffer) {
  let durationSeconds: number | null = null;
  let hasVideo = false;
  let hasOthers = false;
  const samples: Range[] = [];
  for (const box of boxesIn(bytes, 8, bytes.length)) {
    if (box.type === 'mvhd') durationSeconds = durationOf(bytes, box);
    if (box.type !== 'trak') continue;
    const track = trackOf(bytes, box, new Map());
    const { kind, codec } = describe(bytes, track);
    if (!TRACKS.includes(kind)) {
      hasOthers = true;
      eraseIn(bytes, box);
      continue;
    }
    if (kind === 'vide' && !CODECS.includes(codec)) {
      throw new UnsupportedType(`Many browsers cannot play this film. ${PLEASE}`);
    }
    hasVideo ||= kind === 'vide';
    for (const range of samplesOf(bytes, track, kind === 'vide' || SOUND_CODECS.includes(codec))) samples.push(range);
    if (samples.length > MAX_CHUNKS) throw damaged();
  }
  if (!hasVideo) throw new UnsupportedType(`This file contains no film. ${PLEASE}`);
  eraseUnknown(bytes, { type: 'moov', start: 0, body: 8, end: bytes.length });
  return { durationSeconds, samples, hasOthers };
}

/** The first box of each type in a track. */
type Track = Map<string, Box>;

function trackOf(bytes: Buffer, parent: Box, track: Track): Track {
  for (const box of boxesIn(bytes, parent.body, parent.end)) {
    if (CONTAINERS.includes(box.type)) trackOf(bytes, box, track);
    else if (!track.has(box.type)) track.set(box.type, box);
  }
  return track;
}

function describe(bytes: Buffer, track: Track): { kind: string; codec: string } {
  const textAt = (type: string, offset: number) => {
    const box = track.get(type);
    return box && box.body + offset + 4 <= box.end
      ? bytes.toString('latin1', box.body + offset, box.body + offset + 4)
      : '';
  };
  return { kind: textAt('hdlr', 8), codec: textAt('stsd', 12) };
}

/** Returns where the samples of a track are, one range for each chunk. */
function samplesOf(bytes: Buffer, track: Track, isSizeKnown: boolean): Range[] {
  const offsets = track.get('stco') ?? track.get('co64');
  const groups = track.get('stsc');
  if (!offsets || !groups) return [];
  const isLong = offsets.type === 'co64';
  const chunks = entriesIn(bytes, offsets, 4, isLong ? 8 : 4);
  const groupCount = entriesIn(bytes, groups, 4, 12);
  if (chunks > MAX_CHUNKS) throw damaged();
  const sizeOfNext = sampleSizes(bytes, track, isSizeKnown);
  const ranges: Range[] = [];
  let perChunk = 0;
  for (let chunk = 0, group = 0; chunk < chunks; chunk += 1) {
    // A group begins at its first chunk, counted from 1.
    while (group < groupCount && bytes.readUInt32BE(groups.body + 8 + 12 * group) <= chunk + 1) {
      perChunk = bytes.readUInt32BE(groups.body + 12 + 12 * group);
      group += 1;
    }
    const at = offsets.body + 8 + chunk * (isLong ? 8 : 4);
    const start = isLong ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at);
    ranges.push({ start, end: start + sizeOfNext(perChunk) });
  }
  return ranges;
}

/** Returns a function that sums the sizes of the next samples of a track. */
function sampleSizes(bytes: Buffer, track: Track, isSizeKnown: boolean): (count: number) => number {
  const box = track.get('stsz');
  if (!box || box.body + 12 > box.end) throw damaged();
  const same = bytes.readUInt32BE(box.body + 4);
  if (same > 0) {
    if (!isSizeKnown) throw new UnsupportedType(`Many browsers cannot play the sound of this film. ${PLEASE}`);
    return (count) => same * count;
  }
  const samples = entriesIn(bytes, box, 8, 4);
  let next = 0;
  return (count) => {
    let sum = 0;
    for (const last = Math.min(samples, next + count); next < last; next += 1) {
      sum += bytes.readUInt32BE(box.body + 12 + 4 * next);
    }
    return sum;
  };
}

/** Returns how many entries a table has, whose number is `offset` bytes after its begin. */
function entriesIn(bytes: Buffer, { body, end }: Box, offset: number, entryBytes: number): number {
  if (body + offset + 4 > end) throw damaged();
  const count = bytes.readUInt32BE(body + offset);
  if (body + offset + 4 + count * entryBytes > end) throw damaged();
  return count;
}

function eraseUnknown(bytes: Buffer, parent: Box): void {
  for (const box of boxesIn(bytes, parent.body, parent.end)) {
    if (!INDEX_BOXES.includes(box.type)) eraseIn(bytes, box);
    else if (CONTAINERS.includes(box.type)) eraseUnknown(bytes, box);
  }
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

async function eraseBox(file: FileHandle, { start, body, end }: Box): Promise<void> {
  await file.write('free', start + 4, 'latin1');
  await erase(file, body, end);
}

/** Erases what is between the samples. */
async function eraseBetween(file: FileHandle, boxes: readonly Box[], samples: Range[]): Promise<void> {
  samples.sort((one, other) => one.start - other.start);
  let at = 0;
  let next = 0;
  for (const { body, end } of boxes) {
    at = Math.max(at, body);
    for (let sample = samples[next]; sample && sample.start < end; sample = samples[next]) {
      if (sample.start > at) await erase(file, at, sample.start);
      at = Math.max(at, sample.end);
      next += 1;
    }
    if (at < end) await erase(file, at, end);
  }
}

async function erase(file: FileHandle, start: number, end: number): Promise<void> {
  const zeros = Buffer.alloc(Math.min(ERASED_AT_ONCE, end - start));
  for (let at = start; at < end; at += zeros.length) await file.write(zeros, 0, Math.min(zeros.length, end - at), at);
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw damaged();
  return buffer;
}
