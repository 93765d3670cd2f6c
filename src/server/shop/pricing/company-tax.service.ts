/** How a company with a VAT ID is taxed. */
import type { Destination } from '../../../contract/countries.ts';
import type { VatId, VatLocation } from '../../../contract/vat-id.ts';
import type { Deps } from '../../deps.ts';
import { isReverseCharge } from '../customers/companies/reverse-charge.ts';
import { findKnownVat, type KnownVat, readSeller } from '../customers/companies/vat-check.service.ts';
import { readTaxSettings } from './pricing-settings.service.ts';

export interface Company {
  vatId: VatId;
  /** Where it is. */
  place: VatLocation;
  /** It orders now: an answer of VIES that its cart was priced by still counts. */
  isCheckout?: boolean;
}

export interface CompanyTax extends KnownVat {
  vatId: VatId;
  /** It declares the tax in its own country. */
  isReversed: boolean;
}

/** Nobody is asked here: what VIES hasn't confirmed by now is taxed. `destination`: null: nothing is sent, or nobody knows yet where to. */
export async function findCompanyTax(
  deps: Pick<Deps, 'db' | 'memoize' | 'now'>,
  { vatId, place, isCheckout = false }: Company,
  destination: Destination | null,
): Promise<CompanyTax> {
  const known = await findKnownVat(deps, vatId, { isCheckout });
  const seller = await readSeller(deps);
  const isReversed = known.status === 'confirmed' && isReverseCharge({ seller, buyer: vatId, destination: destination ?? place });
  return { vatId, ...known, isReversed };
}

export async function servesCompanies(deps: Pick<Deps, 'db' | 'memoize' | 'payment'>): Promise<boolean> {
  return (await readTaxSettings(deps)).tax.companies === true;
}
