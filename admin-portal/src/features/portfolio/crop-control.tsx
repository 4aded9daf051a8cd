import type { Focal, Media, MediaFile } from '@godhuli/contracts/media';
import Crop from 'lucide-react/icons/crop';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { CropSheet } from './crop-sheet';

interface CropControlProps {
  media: Media;
  focal: Focal;
  /** second photo for phones */
  portrait: MediaFile | null;
}

/** Opens the crops of a stored photo. */
export function CropControl(props: CropControlProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    // The dialog around this one must not save or take photos because of what happens in here.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stops events of the dialog inside
    <div css={{ display: 'contents' }} onKeyDown={(event) => event.stopPropagation()}>
      <Button size="small" onClick={() => setOpen(true)}>
        <Crop aria-hidden="true" strokeWidth={1.75} /> Crops and text
      </Button>
      {isOpen && <CropSheet {...props} onClose={() => setOpen(false)} />}
    </div>
  );
}
