/** What a look at the shop starts from: what only the shop itself knows, and the products that are worth a look. */
import type { ShopDetails } from '../../../../contract/settings.ts';

export interface Sample {
  id: string;
  name: string;
  slug: string;
}

export interface Facts {
  publicUrl: string | null;
  shop: ShopDetails;
  /** Slugs of the pages that orders keep. */
  keptPages: readonly string[];
  makesInvoices: boolean;
  sendsEmails: boolean;
  /** Countries that the shipping zones name; null: all. */
  shippedTo: readonly string[] | null;
  newest: Sample[];
  onSale: Sample[];
  /** They have contents, by weight, volume, length or area. */
  measured: Sample[];
  /** They can be downloaded. */
  digital: Sample[];
  /** They have a minimum age. */
  aged: Sample[];
}
