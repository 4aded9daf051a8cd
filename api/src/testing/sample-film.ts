/** Boxes of an MP4 file, for tests: only what a reader of its structure looks at. */
export function box(type: string, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(body.length + 8, 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}

const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};

/** A track with one sample. */
const track = (kind: string, codec: string, sample: { at: number; size: number }, ...more: Uint8Array[]) => {
  const table = [
    box('stsd', Buffer.alloc(8), box(codec, Buffer.alloc(8))),
    box('stsc', numbers(0, 1, 1, 1, 1)),
    box('stsz', numbers(0, 0, 1, sample.size)),
    box('stco', numbers(0, 1, sample.at)),
  ];
  const handler = box('hdlr', Buffer.alloc(8), Buffer.from(kind, 'latin1'), Buffer.alloc(12));
  return box('trak', box('mdia', handler, box('minf', box('stbl', ...table))), ...more);
};

interface SampleFilm {
  seconds?: number;
  codec?: string;
  /** kind of a track beside the picture */
  track?: string;
  /** written as the place of the recording: in boxes that cameras use, in a sample of `track`, and between the samples */
  place?: string;
  /** bytes of picture */
  size?: number;
  /** whether the film has a fragment, as films of some recorders do */
  isFragmented?: boolean;
}

/** Returns an MP4 file with the structure of a film. */
export function sampleFilm(options: SampleFilm = {}): Buffer {
  const { seconds = 90, codec = 'avc1', track: other, place, size = 3000, isFragmented = false } = options;
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1000, 12);
  header.writeUInt32BE(seconds * 1000, 16);
  const text = Buffer.from(place ?? '', 'latin1');
  const places =
    place === undefined
      ? []
      : [box('udta', box('\xa9xyz', text)), box('meta', text), box('free', text), box('gps ', text)];
  const beforeSamples = (at: number) => [
    box('ftyp', Buffer.from('isom\0\0\0\0isommp42', 'latin1')),
    box(
      'moov',
      box('mvhd', header),
      track('vide', codec, { at, size }, ...places),
      ...(other ? [track(other, 'gpmd', { at: at + size, size: text.length })] : []),
      ...places,
    ),
    ...(place === undefined ? [] : ['uuid', 'free', 'skip', 'XMP_', 'moov'].map((type) => box(type, text))),
    ...(isFragmented ? [box('moof', box('mfhd', numbers(0, 1)), box('traf', ...places))] : []),
  ];
  const at = Buffer.concat(beforeSamples(0)).length + 8;
  return Buffer.concat([...beforeSamples(at), box('mdat', Buffer.alloc(size, 7), text, text)]);
}

export const SAMPLE_CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:02.500\nThe lamps are lit.\n';
