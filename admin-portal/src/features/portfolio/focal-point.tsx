import type { Focal } from '@godhuli/contracts/media';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { hintStyles } from '../../ui/field.styles';
import { isBrowserKey } from '../../ui/is-browser-key';
import { crops, frame, point } from './focal-point.styles';

const RATIOS = [
  { label: '16:9', ratio: '16/9' },
  { label: '3:2', ratio: '3/2' },
  { label: '4:5', ratio: '4/5' },
  { label: '1:1', ratio: '1' },
] as const;

/** The largest height of the photo in the dialog. */
const TALLEST_REM = 22;

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const bounded = (percent: number) => Math.min(100, Math.max(0, Math.round(percent)));

interface FocalPointProps {
  focal: Focal;
  /** width by height of the whole photo */
  ratio: number;
  onChange(focal: Focal): void;
  /** the whole photo, not cropped */
  children: ReactNode;
  /** the photo cropped around the focal point */
  crop: ReactNode;
}

/** What must never be cropped: chosen by pointer or arrow keys, and seen at once in the shapes that the website uses. */
export function FocalPoint({ focal, ratio, onChange, children, crop }: FocalPointProps) {
  const area = useRef<HTMLDivElement>(null);
  const isHeld = useRef(false);
  const follow = (event: PointerEvent) => {
    const box = area.current?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return;
    onChange({
      x: bounded(((event.clientX - box.left) / box.width) * 100),
      y: bounded(((event.clientY - box.top) / box.height) * 100),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step || isBrowserKey(event)) return;
    event.preventDefault();
    const size = event.shiftKey ? 10 : 1;
    onChange({ x: bounded(focal.x + step[0] * size), y: bounded(focal.y + step[1] * size) });
  };
  return (
    <>
      <div
        ref={area}
        css={frame}
        style={{
          ['--x' as string]: `${focal.x}%`,
          ['--y' as string]: `${focal.y}%`,
          aspectRatio: ratio,
          width: `min(100%, ${(TALLEST_REM * ratio).toFixed(2)}rem)`,
        }}
        onPointerDown={(event) => {
          isHeld.current = true;
          event.currentTarget.setPointerCapture?.(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => isHeld.current && follow(event)}
        onPointerUp={() => {
          isHeld.current = false;
        }}
        onPointerCancel={() => {
          isHeld.current = false;
        }}
      >
        {children}
        <button
          type="button"
          css={point}
          aria-label={`Focal point: ${focal.x}% from the left, ${focal.y}% from the top. Use the arrow keys to move it.`}
          onKeyDown={onKeyDown}
        />
      </div>
      <p css={hintStyles}>
        Drag the point to the part of the photo that must always be visible. Arrow keys move it by 1%, Shift and an
        arrow key by 10%.
      </p>
      <div css={crops} aria-hidden="true">
        {RATIOS.map(({ label, ratio }) => (
          <figure key={label}>
            <span style={{ aspectRatio: ratio }}>{crop}</span>
            <figcaption>{label}</figcaption>
          </figure>
        ))}
      </div>
    </>
  );
}
