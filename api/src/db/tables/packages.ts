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
  };
}
