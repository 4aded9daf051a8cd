import { createCipheriv } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export interface HostileFile {
  name: string;
  bytes: Buffer;
}

/** Reproducible noise. */
const noisyBytes = (size: number) => {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16));
  return cipher.update(Buffer.alloc(size));
};

const noise = (width: number, height: number) =>
  sharp(noisyBytes(width * height * 3), { raw: { width, height, channels: 3 } });

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** A PNG of this size whose pixels are all zero: large to decode, small to upload. */
function png(width: number, height: number, { depth = 1, colorType = 0, interlaced = false, extra = [] as Buffer[] }) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType, 0, 0, interlaced ? 1 : 0], 8);
  const pixels = deflateSync(Buffer.alloc(Math.min(height * (1 + Math.ceil(width / 8)), 30e6)), { level: 1 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const rest = [pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, pngChunk('IHDR', header), ...extra, ...rest]);
}

/** Rewrites the size in a JPEG's start of frame (`marker`: 0xc0 baseline, 0xc2 progressive). */
function claimSize(jpeg: Buffer, marker: number, width: number, height: number): Buffer {
  const claimed = Buffer.from(jpeg);
  const at = claimed.indexOf(Buffer.from([0xff, marker]));
  claimed.writeUInt16BE(height, at + 5);
  claimed.writeUInt16BE(width, at + 7);
  return claimed;
}

function corrupt(bytes: Buffer): Buffer {
  const broken = Buffer.from(bytes);
  for (let at = Math.floor(bytes.length / 3); at < bytes.length - 100; at += 97) broken[at] = (broken[at] ?? 0) ^ 0xff;
  return broken;
}

const jpegComment = (jpeg: Buffer, comment: string) => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(comment.length + 2);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe]),
    length,
    Buffer.from(comment),
    jpeg.subarray(2),
  ]);
};

const isoMedia = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`), Buffer.alloc(200)]);

/** Files that must not become an image of the site. All except `over 25 MB` have at most a few MB. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const jpeg = await noise(300, 200).jpeg().toBuffer();
  const progressive = await noise(64, 64).jpeg({ progressive: true }).toBuffer();
  const pngImage = await noise(200, 200).png().toBuffer();
  const webp = await noise(200, 200).webp().toBuffer();
  const widest = Buffer.from(webp);
  const vp8 = widest.indexOf('VP8 ');
  widest.writeUInt16LE(16383, vp8 + 14);
  widest.writeUInt16LE(16383, vp8 + 16);
  const brokenCrc = Buffer.from(pngImage);
  brokenCrc[brokenCrc.indexOf('IDAT') + 500] = (brokenCrc[brokenCrc.indexOf('IDAT') + 500] ?? 0) ^ 0xff;
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const zip = Buffer.concat([Buffer.from('PK\x03\x04evil'), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
  const files: Record<string, Buffer | string> = {
    'nothing at all': '',
    'a PDF named .jpg': '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>',
    'a PDF behind some bytes': `${' '.repeat(200)}%PDF-1.4\n`,
    'a GIF': await noise(5, 5).gif().toBuffer(),
    'a GIF that is also a script': Buffer.concat([await noise(5, 5).gif().toBuffer(), Buffer.from('/*<script>*/=1;')]),
    'an SVG with a script': svg,
    'an SVG behind a prolog': `<?xml version="1.0"?><!-- ${'x'.repeat(300)} -->${svg}`,
    'an SVG in UTF-16': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(svg, 'utf16le')]),
    'an SVG that reads a file':
      '<svg xmlns:x="http://www.w3.org/1999/xlink"><image x:href="file:///etc/passwd"/></svg>',
    'a web page': '<!doctype html><script>alert(1)</script>',
    'a web page behind a comment': '<!-- hello --><html><body onload=alert(1)>',
    PHP: '<?php system($_GET["c"]);',
    JSON: '{"url":"https://example.com"}',
    'a shell script': '#!/bin/sh\nrm -rf /\n',
    'a HEIC photograph': isoMedia('heic'),
    'an AVIF picture': await noise(16, 16).avif({ effort: 0 }).toBuffer(),
    'a video': isoMedia('isom'),
    'a TIFF': await noise(16, 16).tiff().toBuffer(),
    'a BMP': Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]),
    'a Photoshop file': Buffer.concat([Buffer.from('8BPS\0\x01'), Buffer.alloc(200)]),
    'an ELF program': Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(200)]),
    'a ZIP': zip,
    noise: noisyBytes(5000),
    'a JPEG of three bytes': Buffer.from([0xff, 0xd8, 0xff]),
    'noise that begins like a JPEG': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), noisyBytes(5000)]),
    'half a JPEG': jpeg.subarray(0, jpeg.length / 2),
    'a JPEG without its last 3,000 bytes': jpeg.subarray(0, jpeg.length - 3000),
    'a JPEG with flipped bytes': corrupt(jpeg),
    'half a PNG': pngImage.subarray(0, pngImage.length / 2),
    'a PNG with a wrong checksum': brokenCrc,
    'half a WebP': webp.subarray(0, webp.length / 2),
    'a JPEG with a web page behind it': Buffer.concat([jpeg, Buffer.from('<html><script>alert(1)</script></html>')]),
    'a JPEG with a web page as its comment': jpegComment(jpeg, '*/--><script>alert(1)</script><!--'),
    'a JPEG with PHP as its comment': jpegComment(jpeg, '<?php system($_GET["c"]); ?>'),
    'a JPEG that is also a PDF': jpegComment(jpeg, '%PDF-1.4\n1 0 obj'),
    'a JPEG with a ZIP behind it': Buffer.concat([jpeg, zip]),
    'a PNG with an SVG in its text': png(8, 8, { extra: [pngChunk('tEXt', Buffer.from(`Comment\0${svg}`))] }),
    'a PNG of 15000 x 15000': png(15000, 15000, {}),
    'a PNG of 100000 x 100000': png(100_000, 100_000, {}),
    'an interlaced 16-bit PNG of 10500 x 10500': png(10_500, 10_500, { depth: 16, colorType: 6, interlaced: true }),
    'a JPEG that says 65500 x 65500': claimSize(jpeg, 0xc0, 65_500, 65_500),
    'a progressive JPEG that says 10900 x 10900': claimSize(progressive, 0xc2, 10_900, 10_900),
    'a WebP that says 16383 x 16383': widest,
    'more than 25 MB': Buffer.concat([jpeg, Buffer.alloc(25 * 1024 * 1024)]),
  };
  return Object.entries(files).map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes as string) }));
}
