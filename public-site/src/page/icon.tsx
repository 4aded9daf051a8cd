/** An icon of the sprite (icon-sprite.tsx). */
export type SharedIcon = 'arrow-right' | 'award' | 'check' | 'clock' | 'eye' | 'heart' | 'map-pin' | 'share' | 'star';

export const iconId = (name: SharedIcon) => `icon-${name}`;

/** A decorative icon from the sprite. */
export function Icon({ name, className = 'icon' }: { name: SharedIcon; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`#${iconId(name)}`} />
    </svg>
  );
}
