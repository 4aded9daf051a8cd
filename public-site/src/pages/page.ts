import type { Media } from '@godhuli/contracts/media';
import type { ComponentType } from 'react';
import type { Content } from '../data/content';
import type { Studio } from '../data/studio';

export interface PageProps<Data> {
  data: Data;
  studio: Studio;
  content: Content;
}

/** A page of the site other than the one-page site. */
export interface SitePage<Data> {
  /** Returns the API path of the data for a page's path, which the release names in `routeData`; undefined for another page. */
  dataPath(pathname: string): string | undefined;
  isData(value: unknown): value is Data;
  Page: ComponentType<PageProps<Data>>;
  /** heading if the API has nothing there: 'Photo not found' */
  notFound: string;
}

/** What the server writes about a page. */
export interface PageHead {
  title: string;
  description: string;
  /** of the page, without its origin */
  path: string;
  /** the share image */
  share: Media | null;
  /** elements for the head */
  preloads: readonly string[];
  /** schema.org */
  structuredData: object;
}

interface HeadInput {
  studio: Studio;
  /** '' or 'https://studio.example' */
  origin: string;
}

/** How the server describes a page. */
export type DescribePage<Data> = (data: Data, input: HeadInput) => PageHead;
