import type { Service } from '@godhuli/contracts/services';
import type { Generated } from 'kysely';

export interface ServicesTables {
  services: {
    id: Generated<string>;
    title: string;
    description: string;
    features: string[];
    image: string;
    media_id: string | null;
    /** describes the photo here; '' uses the photo's own description */
    alt: Generated<string>;
    icon: Service['icon'];
    color: string;
    position: number;
    deleted_at: Date | null;
  };
}
