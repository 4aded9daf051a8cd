import { useEffect, useState } from 'react';
import { uploadQueue } from '../../app/uploads/upload-queue';

/** px; the previews are drawn at half of it */
const PREVIEW_PX = 96;
/** So many small pictures are kept. */
const MAX_PREVIEWS = 80;

const previews = new Map<string, string>();
let last: Promise<unknown> = Promise.resolve();

/** Decodes one file at a time, and keeps only a small picture: a photo of 24 megapixels has 96 MB of pixels. */
async function makePreview(key: string, isWanted: () => boolean): Promise<string | null> {
  const file = uploadQueue.fileOf(key);
  if (!file || !isWanted()) return previews.get(key) ?? null;
  const bitmap = await createImageBitmap(file, { resizeWidth: PREVIEW_PX, resizeQuality: 'low' });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const url = URL.createObjectURL(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.7 }));
  previews.set(key, url);
  for (const [oldest, oldUrl] of previews) {
    if (previews.size <= MAX_PREVIEWS) break;
    previews.delete(oldest);
    URL.revokeObjectURL(oldUrl);
  }
  return url;
}

/** The URL of a small picture of a file, or null without one. */
export function usePreview(key: string): string | null {
  const [url, setUrl] = useState<string | null>(previews.get(key) ?? null);
  useEffect(() => {
    if (previews.has(key) || typeof OffscreenCanvas === 'undefined') return;
    let isWanted = true;
    // A file that is no photo has no preview.
    last = last
      .then(() => makePreview(key, () => isWanted))
      .then(
        (made) => isWanted && setUrl(made),
        () => undefined,
      );
    return () => {
      isWanted = false;
    };
  }, [key]);
  return url;
}

export function forgetPreviews(): void {
  for (const url of previews.values()) URL.revokeObjectURL(url);
  previews.clear();
}
