import type { FastifyInstance } from 'fastify';
import { listCountries, readAddressFormat } from '../../../contract/address.ts';
import { COUNTRY_CODES } from '../../../contract/countries.ts';
import * as contract from '../../../contract/pricing-settings.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/errors.ts';
import { route } from '../../platform/http/route.ts';
import { toAddressForm } from '../customers/addresses/address-format.ts';
import { requireWholeAmounts } from '../settings/whole-amounts.service.ts';
import { listNamedRegions, readShippedCountries } from './pricing-rules.service.ts';
import { readShippingSettings, readTaxSettings, updateShippingSettings, updateTaxSettings } from './pricing-settings.service.ts';

export function pricingSettingsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.readShippingSettings, async () => ({ success: true, ...(await readShippingSettings(deps)) }));

  route(app, contract.updateShippingSettings, async ({ body: { version, ...input } }) => {
    await requireWholeAmounts(deps, listAmounts(input));
    return { success: true, ...(await updateShippingSettings(deps, input, version)) };
  });

  route(app, listCountries, async () => ({ success: true, ...(await readShippedCountries(deps)) }));

  route(app, readAddressFormat, async ({ params: { country } }) => {
    if (!COUNTRY_CODES.includes(country)) throw new AppError('not_found', `There is no country ${country}`);
    return { success: true, ...toAddressForm(country, await listNamedRegions(deps, country)) };
  });

  route(app, contract.readTaxSettings, async () => ({ success: true, ...(await readTaxSettings(deps)) }));

  route(app, contract.updateTaxSettings, async ({ body: { version, ...input } }) => ({
    success: true,
    ...(await updateTaxSettings(deps, input, version)),
  }));
}

/** By the paths of their fields. */
function listAmounts({ zones }: contract.ShippingSettings): Record<string, number | null> {
  const amounts = zones.flatMap(({ rates }, zone) =>
    rates.flatMap(({ basis, tiers, freeFrom }, rate) => {
      const path = `zones.${zone}.rates.${rate}`;
      const ofTiers = tiers.flatMap(({ from, price }, tier) => [
        [`${path}.tiers.${tier}.from`, basis === 'total' ? from : null] as const,
        [`${path}.tiers.${tier}.price`, price] as const,
      ]);
      return [[`${path}.freeFrom`, freeFrom] as const, ...ofTiers];
    }),
  );
  return Object.fromEntries(amounts);
}
