/** Whether a company is charged no tax, because it declares it in its own country. Pure. */
import { findVatPrefix, isInVatArea, parseVatId, type VatId, type VatLocation } from '../../../../contract/vat-id.ts';

/** Parts of members outside of their VAT area, by the beginnings of their postcodes: what goes there is an export. */
const OUTSIDE: Readonly<Record<string, RegExp>> = {
  // The Canary Islands, Ceuta and Melilla.
  ES: /^(35|38|51|52)/,
  // Heligoland and Büsingen.
  DE: /^(27498|78266)/,
  // Livigno and Campione.
  IT: /^(23041|23030|22061)/,
  // Mount Athos.
  EL: /^630 ?8[67]/,
  // The Åland Islands.
  FI: /^22/,
};

interface Sale {
  /** The shop: its country and its VAT ID as it was typed. */
  seller: { country: string; vatId: string };
  /** The company's, which VIES has confirmed. */
  buyer: VatId;
  /** Where it is sent, or, if nothing is, where the company is. */
  destination: VatLocation;
}

/**
 * A shop of the European Union sells to a company with a VAT ID of another member, and sends to another member: an intra-community supply, or a service
 * with reverse charge. Whoever has only a VAT ID of the shop's own country pays its tax, wherever it goes.
 */
export function isReverseCharge({ seller, buyer, destination }: Sale): boolean {
  const own = findVatPrefix({ country: seller.country, postcode: '' });
  const to = findVatPrefix(destination);
  if (own === null || to === null || parseVatId(seller.vatId)?.prefix !== own) return false;
  if (OUTSIDE[to]?.test(destination.postcode.trim())) return false;
  const areIn = isInVatArea(own, false) && isInVatArea(to, true) && isInVatArea(buyer.prefix, true);
  return areIn && buyer.prefix !== own && to !== own;
}
