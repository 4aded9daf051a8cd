import type { Entity } from '@godhuli/contracts/documents';

/** 'text:hero', or 'package:' for the list of packages. */
export interface Place {
  entity: Entity;
  id: string;
}
