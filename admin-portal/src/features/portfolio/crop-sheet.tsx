import { CROP_SHAPES, type CropShape, type Focal, type Media, type MediaFile } from '@godhuli/contracts/media';
import type { CropArea, PhotoCrops } from '@godhuli/contracts/photo-crops';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { failureText } from '../../app/call';
import { PORTFOLIO } from '../../app/query-keys';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { CHANGED_WHILE_SAVING } from '../../app/use-record-form';
import { Banner, LoadFailure } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { DiscardQuestion } from '../../ui/discard-question';
import { hintStyles } from '../../ui/field.styles';
import { useHost } from '../../ui/host-context';
import { Segments } from '../../ui/segments';
import { Spinner } from '../../ui/spinner';
import { useIsMounted } from '../../ui/use-is-mounted';
import { CropBox } from './crop-box';
import { cropWidth, firstCrop } from './crop-math';
import { actions, columns } from './crop-sheet.styles';
import { CropSlots } from './crop-slots';
import { areasOf, type Crops, type CropUse, cropsQuery, isConflict, saveCrops } from './crops.requests';
import { TextContrastList } from './text-contrast';

const SHAPES: Record<CropShape, { label: string; use: string; widthPx: number }> = {
  wide: { label: 'Wide', use: 'the slideshow on computers, and link previews', widthPx: 1600 },
  square: { label: 'Square', use: 'service cards and small round photos', widthPx: 960 },
  portrait: { label: 'Portrait', use: 'the slideshow on phones', widthPx: 1080 },
};

interface CropSheetProps {
  media: Media;
  /** focal point of the item, which crops the photo where it has no crop of its own */
  focal: Focal;
  /** second photo for phones */
  portrait: MediaFile | null;
  onClose(): void;
}

/** The crops of a photo, every place that shows it, and whether the slideshow's text is readable on it (ADM-PHOTO-2). */
export function CropSheet({ media, focal, portrait, onClose }: CropSheetProps) {
  const id = useId();
  const use: CropUse = { id: media.id, focal, portraitId: portrait?.id ?? null };
  const stored = useQuery(cropsQuery(use));
  const [isDirty, setDirty] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  useUnsavedChanges(isDirty);
  const close = () => (isDirty ? setConfirming(true) : onClose());
  return (
    <Modal isWide aria-labelledby={id} onCloseRequest={close}>
      <ModalHead id={id} title="Crops" onClose={close} />
      {stored.data ? (
        <CropForm
          {...{ media, focal, portrait, use, isDirty, onClose }}
          stored={stored.data}
          onCancel={close}
          onDirtyChange={setDirty}
        />
      ) : (
        <div css={modalBody}>
          {stored.isError && !stored.isFetching ? (
            <LoadFailure onRetry={() => void stored.refetch()}>We could not load the crops of this photo.</LoadFailure>
          ) : (
            <p role="status">
              <Spinner /> Loading crops…
            </p>
          )}
        </div>
      )}
      {isConfirming && <DiscardQuestion onDiscard={onClose} onKeep={() => setConfirming(false)} />}
    </Modal>
  );
}

interface CropFormProps extends CropSheetProps {
  use: CropUse;
  stored: PhotoCrops;
  isDirty: boolean;
  onCancel(): void;
  onDirtyChange(isDirty: boolean): void;
}

function CropForm(props: CropFormProps) {
  const { media, focal, portrait, use, stored, isDirty, onClose, onCancel, onDirtyChange } = props;
  const host = useHost();
  const queries = useQueryClient();
  const isMounted = useIsMounted();
  // The form keeps what is typed when the stored crops are read again.
  const [crops, setCrops] = useState<Crops>(() => areasOf(stored));
  const [version, setVersion] = useState(stored.version);
  const [shape, setShape] = useState<CropShape>('wide');
  /** the crops as they are now; a save goes on while staff change them */
  const latest = useRef(crops);
  latest.current = crops;
  const save = useMutation({
    mutationFn: (sent: Crops) => saveCrops(use, version, sent),
    onSuccess: (saved, sent) => {
      queries.setQueryData(cropsQuery(use).queryKey, saved);
      void queries.invalidateQueries({ queryKey: [PORTFOLIO] });
      if (latest.current !== sent) {
        setVersion(saved.version);
        return;
      }
      host.toast({ title: 'Crops saved' });
      if (isMounted()) onClose();
    },
  });
  const reload = useMutation({
    mutationFn: () => queries.fetchQuery({ ...cropsQuery(use), staleTime: 0 }),
    meta: { errorTitle: 'We could not load the crops of this photo' },
    onSuccess: (current) => {
      save.reset();
      setCrops(areasOf(current));
      setVersion(current.version);
      onDirtyChange(false);
    },
  });
  const setCrop = (area: CropArea | null) => {
    onDirtyChange(true);
    setCrops((before) => ({ ...before, [shape]: area }));
  };
  const area = crops[shape];
  const { label, use: usedFor, widthPx } = SHAPES[shape];
  const width = area ? cropWidth(media, area) : 0;
  return (
    <>
      <div css={[modalBody, columns]}>
        {save.isError && (
          <div css={{ gridColumn: '1 / -1' }}>
            <Banner
              actions={
                isConflict(save.error) && (
                  <Button size="small" isBusy={reload.isPending} onClick={() => reload.mutate()}>
                    Reload
                  </Button>
                )
              }
            >
              {failureText(save.error, 'We could not save the crops. Please try again.')}
            </Banner>
          </div>
        )}
        {save.isSuccess && (
          <div css={{ gridColumn: '1 / -1' }}>
            <Banner>{CHANGED_WHILE_SAVING}</Banner>
          </div>
        )}
        <div>
          <Segments<CropShape>
            label="Shape"
            value={shape}
            options={CROP_SHAPES.map((value) => ({ value, label: SHAPES[value].label, count: null }))}
            onChange={setShape}
          />
          <p css={hintStyles}>
            {label} crops are for {usedFor}.
          </p>
          <div css={actions}>
            {area ? (
              <Button size="small" onClick={() => setCrop(null)}>
                Remove this crop
              </Button>
            ) : (
              <>
                <p css={{ fontSize: '.875rem' }}>Cropped automatically, around the focal point.</p>
                <Button size="small" onClick={() => setCrop(firstCrop(media, shape, focal))}>
                  Make a {label.toLowerCase()} crop
                </Button>
              </>
            )}
          </div>
          {area && <CropBox media={media} shape={shape} area={area} onChange={setCrop} />}
          {area && width < widthPx && (
            <p css={hintStyles} role="status">
              This crop is {width} px wide. On large screens it looks soft below {widthPx} px.
            </p>
          )}
        </div>
        <div>
          <h3>Where visitors see it</h3>
          <CropSlots media={media} focal={focal} crops={crops} portrait={portrait} />
          {portrait && <p css={hintStyles}>Phones show the second photo of this item in the slideshow.</p>}
          <TextContrastList contrast={stored.contrast} isStale={isDirty} />
        </div>
      </div>
      <footer css={modalFoot}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" isBusy={save.isPending} onClick={() => save.mutate(crops)}>
          {save.isPending ? (
            <>
              <Spinner /> Saving...
            </>
          ) : (
            'Save crops'
          )}
        </Button>
      </footer>
    </>
  );
}
