/** Boxes of an MP4 file, for tests: only what a reader of its structure looks at. */
export function box(type: string, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(body.length + 8, 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}

const track = (kind: string, codec: string, ...more: Uint8Array[]) =>
  box(
    'trak',
    box(
      'mdia',
      box('hdlr', Buffer.alloc(8), Buffer.from(kind, 'latin1'), Buffer.alloc(12)),
      box('minf', box('stbl', box('stsd', Buffer.alloc(8), box(codec, Buffer.alloc(8))))),
    ),
    ...more,
  );

interface SampleFilm {
  seconds?: number;
  codec?: string;
  /** 'vide' and this */
  track?: string;
  /** written as the place of the recording, in each box that cameras use */
  place?: string;
  /** bytes of picture */
  size?: number;
}

/** Returns an MP4 file with the structure of a film. */
export function sampleFilm({
  seconds = 90,
  codec = 'avc1',
  track: other,
  place,
  size = 3000,
}: SampleFilm = {}): Buffer {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1000, 12);
  header.writeUInt32BE(seconds * 1000, 16);
  const text = Buffer.from(place ?? '', 'latin1');
  const places = place === undefined ? [] : [box('udta', box('\xa9xyz', text)), box('meta', text)];
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isommp42', 'latin1')),
    box(
      'moov',
      box('mvhd', header),
      track('vide', codec, ...places),
      ...(other ? [track(other, 'gpmd')] : []),
      ...places,
    ),
    ...(place === undefined ? [] : [box('uuid', text)]),
    box('mdat', Buffer.alloc(size, 7)),
  ]);
}

export const SAMPLE_CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:02.500\nThe lamps are lit.\n';
