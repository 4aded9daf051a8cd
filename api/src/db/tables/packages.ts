import type { PriceKind } from '@godhuli/contracts/rupees';
import type { Generated } from 'kysely';

export interface PackagesTables {
  packages: {
    id: Generated<string>;
    package_id: string;
    name: string;
    price: string;
    duration: string;
    category: string;
    features: string[];
    terms: string[];
    popular: boolean;
    color: string;
    position: number;
    /** null while only the display string is known, or the price is on request */
    rupees: number | null;
    price_kind: Generated<PriceKind>;
    /** null: the icon that fits the name */
    icon: string | null;
    archived_at: Date | null;
  };
}
