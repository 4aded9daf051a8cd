import type { Entity, ListEntity } from '@godhuli/contracts/documents';
import type { CacheTag } from '../../../http/read-cache.js';
import type { EntityStore } from './entity-store.js';
import { LIST_TABLES, order } from './order.js';
import { packages } from './packages.js';
import { services } from './services.js';
import { achievements, profile, stats, timeline } from './studio.js';
import { testimonials } from './testimonials.js';
import { texts } from './texts.js';

interface Stores extends Readonly<Record<Exclude<Entity, 'order'>, EntityStore>> {
  readonly order: typeof order;
}

export const STORES: Stores = {
  text: texts,
  service: services,
  package: packages,
  testimonial: testimonials,
  stats,
  timeline,
  achievements,
  profile,
  order,
};

/** Returns the tables that publishing a document changes. */
export function tablesOf(entity: Entity, id: string): readonly CacheTag[] {
  if (entity === 'order') return [LIST_TABLES[id as ListEntity]];
  return STORES[entity].tables;
}
