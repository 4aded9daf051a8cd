import type { CropShape, Media } from '@godhuli/contracts/media';
import type { CropArea } from '@godhuli/contracts/photo-crops';
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import { hintStyles } from '../../ui/field.styles';
import { isBrowserKey } from '../../ui/is-browser-key';
import { Photo } from '../../ui/photo';
import { box, point, size, stage } from './crop-box.styles';
import { movedCrop, partOf, resizedCrop, sizeOf, smallestSize, withFocal } from './crop-math';

/** The largest height of the photo in the dialog. */
const TALLEST_REM = 24;
const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface CropBoxProps {
  media: Media;
  shape: CropShape;
  area: CropArea;
  onChange(area: CropArea): void;
}

/** Moves and resizes a crop, and the focal point in it, by pointer, touch or keyboard. The ratio is that of its shape. */
export function CropBox({ media, shape, area, onChange }: CropBoxProps) {
  const sizeId = useId();
  const photo = useRef<HTMLDivElement>(null);
  const held = useRef<{ what: 'box' | 'point'; x: number; y: number } | null>(null);
  const part = partOf(area);
  const move = (what: 'box' | 'point', x: number, y: number) =>
    onChange(what === 'box' ? movedCrop(area, x, y) : withFocal(area, { x: area.focal.x + x, y: area.focal.y + y }));
  const hold = (what: 'box' | 'point') => (event: PointerEvent) => {
    event.stopPropagation();
    held.current = { what, x: event.clientX, y: event.clientY };
    event.currentTarget.setPointerCapture?.(event.pointerId);
  };
  const follow = (event: PointerEvent) => {
    const bounds = photo.current?.getBoundingClientRect();
    if (!held.current || !bounds?.width || !bounds.height) return;
    const { what, x, y } = held.current;
    held.current = { what, x: event.clientX, y: event.clientY };
    move(what, ((event.clientX - x) / bounds.width) * 100, ((event.clientY - y) / bounds.height) * 100);
  };
  const drop = () => {
    held.current = null;
  };
  const onKey = (what: 'box' | 'point') => (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step || isBrowserKey(event)) return;
    event.preventDefault();
    const by = event.shiftKey ? 10 : 1;
    move(what, step[0] * by, step[1] * by);
  };
  const ratio = media.width / media.height;
  const percent = (value: number) => `${value}%`;
  const said = sizeOf(media, shape, area);
  return (
    <>
      <div
        ref={photo}
        css={stage}
        style={{ aspectRatio: ratio, width: `min(100%, ${(TALLEST_REM * ratio).toFixed(2)}rem)` }}
        onPointerMove={follow}
        onPointerUp={drop}
        onPointerCancel={drop}
      >
        <Photo media={media} image="" alt="" sizes="480px" isEager />
        <button
          type="button"
          css={box}
          style={{
            left: percent(area.left),
            top: percent(area.top),
            width: percent(part.width),
            height: percent(part.height),
          }}
          aria-label={`Crop: ${Math.round(area.left)}% from the left, ${Math.round(area.top)}% from the top. Use the arrow keys to move it.`}
          onPointerDown={hold('box')}
          onKeyDown={onKey('box')}
        />
        <button
          type="button"
          css={point}
          style={{ left: percent(area.focal.x), top: percent(area.focal.y) }}
          aria-label={`Focal point: ${Math.round(area.focal.x)}% from the left, ${Math.round(area.focal.y)}% from the top. Use the arrow keys to move it.`}
          onPointerDown={hold('point')}
          onKeyDown={onKey('point')}
        />
      </div>
      <div css={size}>
        <label htmlFor={sizeId}>Size</label>
        <input
          id={sizeId}
          type="range"
          min={smallestSize(media, shape)}
          max={100}
          value={said}
          aria-valuetext={`${said}% of the largest crop`}
          onChange={({ target }) => onChange(resizedCrop(media, shape, area, Number(target.value)))}
        />
        <output htmlFor={sizeId}>{said}%</output>
      </div>
      <p css={hintStyles}>
        Drag the frame over the part to show, and the point to what must always be visible. Arrow keys move them by 1%,
        Shift and an arrow key by 10%.
      </p>
    </>
  );
}
