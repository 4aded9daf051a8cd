/** A photo as a button names it: its slug as `value`, its title after the verb of the label. */
export interface NamedPhoto {
  slug: string;
  title: string;
}

/** @param button Like or Share of a photo */
export function photoOf({ value, ariaLabel, dataset }: HTMLButtonElement): NamedPhoto {
  return { slug: value, title: dataset.photoTitle ?? (ariaLabel ?? '').replace(/^\w+ /, '') };
}
