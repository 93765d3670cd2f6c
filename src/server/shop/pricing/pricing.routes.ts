import type { FastifyInstance } from 'fastify';
import { listCountries, readAddressFormat } from '../../../contract/address.ts';
import { COUNTRY_CODES } from '../../../contract/countries.ts';
import type { DiscountCodeInput } from '../../../contract/discount-code.ts';
import * as contract from '../../../contract/discount-code.ts';
import { RECENT_LOGIN_MINUTES } from '../../../contract/limits.ts';
import * as feesContract from '../../../contract/local-fees.ts';
import * as methodsContract from '../../../contract/payment-method.ts';
import * as settingsContract from '../../../contract/pricing-settings.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/authorize.ts';
import { route } from '../../platform/http/route.ts';
import { toAddressForm } from '../customers/addresses/address-format.ts';
import { requireWholeAmounts } from '../settings/whole-amounts.service.ts';
import { requireRecentLogin } from '../team/sessions/reauthentication.ts';
import { addCode, changeCode, endCode, listDiscountCodes } from './discount-code.service.ts';
import { exportCodes } from './export-codes.service.ts';
import { readFeeSettings, updateFees } from './local-fees.service.ts';
import { readMethodSettings, updateMethods } from './payment-methods.service.ts';
import { listNamedRegions, readShippedCountries } from './price-cart.service.ts';
import { readShippingSettings, readTaxSettings, updateShippingSettings, updateTaxSettings } from './pricing-settings.service.ts';

export function discountCodeRoutes(app: FastifyInstance, deps: Deps): void {
  /** A code for 100 % off makes everything free, so a stolen session must not be enough to create one. */
  const requireProof = (caller: Caller, { kind, value }: DiscountCodeInput) => {
    if (kind === 'percent' && value === 100) requireRecentLogin(caller, deps.now(), RECENT_LOGIN_MINUTES);
  };

  route(app, contract.listDiscountCodes, async ({ query }) => ({ success: true, ...(await listDiscountCodes(deps, query)) }));

  route(app, contract.exportDiscountCodes, async () => exportCodes(deps.readFromReplica));

  /** Percentages aren't amounts. */
  const requireWhole = ({ kind, value, minimum }: DiscountCodeInput) =>
    requireWholeAmounts(deps, { value: kind === 'amount' ? value : null, minimum });

  route(app, contract.createDiscountCode, async ({ body: { code, ...input }, caller }) => {
    requireProof(caller, input);
    await requireWhole(input);
    return { success: true, message: 'The code is made', code: await addCode(deps, code, input) };
  });

  route(app, contract.updateDiscountCode, async ({ params, body: { version, ...input }, caller }) => {
    requireProof(caller, input);
    await requireWhole(input);
    return { success: true, message: 'The code is changed', code: await changeCode(deps, params.id, input, version) };
  });

  route(app, contract.endDiscountCode, async ({ params }) => ({
    success: true,
    message: 'The code has ended',
    code: await endCode(deps, params.id),
  }));
}

export function pricingSettingsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, settingsContract.readShippingSettings, async () => ({ success: true, ...(await readShippingSettings(deps)) }));

  route(app, settingsContract.updateShippingSettings, async ({ body: { version, ...input } }) => {
    await requireWholeAmounts(deps, listAmounts(input));
    return { success: true, ...(await updateShippingSettings(deps, input, version)) };
  });

  route(app, listCountries, async () => ({ success: true, ...(await readShippedCountries(deps)) }));

  route(app, readAddressFormat, async ({ params: { country } }) => {
    if (!COUNTRY_CODES.includes(country)) throw new AppError('not_found', `There is no country ${country}`);
    return { success: true, ...toAddressForm(country, await listNamedRegions(deps, country)) };
  });

  route(app, methodsContract.readPaymentMethods, async () => ({ success: true, ...(await readMethodSettings(deps)) }));

  route(app, methodsContract.updatePaymentMethods, async ({ body: { methods, version } }) => ({
    success: true,
    ...(await updateMethods(deps, methods, version)),
  }));

  route(app, feesContract.readLocalFees, async () => ({ success: true, ...(await readFeeSettings(deps)) }));

  route(app, feesContract.updateLocalFees, async ({ body: { fees, version } }) => ({
    success: true,
    ...(await updateFees(deps, fees, version)),
  }));

  route(app, settingsContract.readTaxSettings, async () => ({ success: true, ...(await readTaxSettings(deps)) }));

  route(app, settingsContract.updateTaxSettings, async ({ body: { version, ...input } }) => ({
    success: true,
    ...(await updateTaxSettings(deps, input, version)),
  }));
}

/** By the paths of their fields. */
function listAmounts({ zones }: settingsContract.ShippingSettings): Record<string, number | null> {
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
