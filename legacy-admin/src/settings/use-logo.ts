import type { HostApi } from '@godhuli/contracts/host';
import { useEffect, useState } from 'react';

export interface Logo {
  name: string;
  /** object URL of the file, revoked when another one is chosen or the portal is left */
  url: string;
}

const IMAGE_EXTENSION = /\.(png|jpe?g|svg|webp|gif|avif)$/i;

/** Some systems give a dropped SVG no type; then the file name decides. */
function isImage(file: File): boolean {
  return file.type === '' ? IMAGE_EXTENSION.test(file.name) : file.type.startsWith('image/');
}

/** The chosen logo (LEG-7): `choose` accepts dropped or picked files, `refuse` removes one that cannot be shown. */
export function useLogo(toast: HostApi['toast']) {
  const [logo, setLogo] = useState<Logo | null>(null);
  useEffect(() => {
    if (logo) return () => URL.revokeObjectURL(logo.url);
  }, [logo]);

  const showInvalidFileToast = () =>
    toast({
      title: 'Invalid File',
      description: 'Please upload an image file (PNG, JPG, SVG)',
      variant: 'destructive',
    });

  const choose = (files: readonly File[]) => {
    if (files.length === 0) return;
    const image = files.find(isImage);
    if (!image) {
      showInvalidFileToast();
      return;
    }
    setLogo({ name: image.name, url: URL.createObjectURL(image) });
    toast({
      title: 'Logo Ready',
      description:
        files.length === 1
          ? `${image.name} is shown as a preview.`
          : `You dropped ${files.length} files. The first image, ${image.name}, is used.`,
    });
  };
  const refuse = () => {
    setLogo(null);
    showInvalidFileToast();
  };
  return { logo, choose, refuse };
}
