/** A photo as a button names it: its slug as `value`, its title after the verb of the label. */
export interface NamedPhoto {
  slug: string;
  title: string;
}
