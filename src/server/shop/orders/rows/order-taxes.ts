/** The taxes of an order: what it was sold with, and what of it refunds leave. Pure. */
import { toDollars } from '../../../../contract/money.ts';
import type { TaxPart } from '../../../../contract/tax.ts';
import type { StoredTax } from '../../database/schema/tax.ts';

export const toTaxPart = ({ ratePpm, netCents, taxCents, country, region }: StoredTax): TaxPart => ({
  rate: ratePpm === null ? null : ratePpm / 10_000,
  net: toDollars(netCents),
  tax: toDollars(taxCents),
  country,
  ...(region && { region }),
});
