/** Shipping zones and tax rates: two settings, each of which is read and written as a whole. */

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { Dispatch } from '../../../contract/dispatch.ts';
import type { Issue } from '../../../contract/errors.ts';
import {
  type ShippingSettings as Shipping,
  type ShippingRateInput,
  ShippingSettings,
  type TaxSettings as Tax,
  TaxSettings,
} from '../../../contract/pricing-settings.ts';
import type { Deps } from '../../deps.ts';
import { AppError, createIssuesError, createVersionConflict } from '../../platform/errors.ts';
import { findVersionedSetting, saveSetting, saveSettingAtVersion } from '../settings/settings.repository.ts';
import { listDispatchIssues, normalizeDispatch } from './dispatch-settings.ts';
import { listRateIssues, normalizeRates } from './tax-rates.ts';
import { listTerritoryIssues, normalizeTerritory } from './territories.ts';

const createUnavailableError = (message: string) =>
  new AppError('invalid_request', message, { issues: [{ path: 'automatic', code: 'unavailable', message }] });

/**
 * Checks that the payment provider can calculate tax before a merchant switches that on, because otherwise every checkout would fail. Throws
 * `invalid_request` if it can't, or if the account there isn't set up for it, and `payment_provider_failed` if it doesn't answer.
 */
async function requireAutomaticTax({ payment }: Pick<Deps, 'payment'>): Promise<void> {
  if (!payment?.automaticTax) throw createUnavailableError("The shop's payment provider can't calculate tax");
  const isReady = await payment.automaticTax.isReady().catch((cause: unknown) => {
    throw new AppError('payment_provider_failed', "The payment provider doesn't answer. Please try again in a moment.", { cause });
  });
  if (!isReady)
    throw createUnavailableError(
      "The payment provider isn't set up to calculate tax: add your business address and tax registrations there first",
    );
}

type Context = Pick<Deps, 'db' | 'memoize'>;
type TaxContext = Context & Pick<Deps, 'payment'>;

const KEYS = { shipping: 'shipping', tax: 'tax' } as const;
const DEFAULT_SHIPPING: Shipping = { defaultCountry: 'US', zones: [] };
const DEFAULT_TAX = { pricesIncludeTax: false, taxShipping: false, automatic: false, rates: [] } satisfies Tax;

export type Versioned<Name extends string, Value> = Record<Name, Value> & { version: number };

type VersionedTax = Versioned<'tax', Tax & { automatic: boolean }>;
/** Whether automatic tax is available isn't stored, because it depends on the provider. */
type TaxReply = VersionedTax & { automaticAvailable: boolean };

/** A value in an unknown form, stored by another version of the shop, counts as not set. */
async function load<Value>(db: Deps['db'], key: string, schema: TSchema, byDefault: Value): Promise<{ value: Value; version: number }> {
  const { value, version } = await findVersionedSetting(db, key);
  return { value: Check(schema, value) ? (value as Value) : byDefault, version };
}

export function readShippingSettings({ db, memoize }: Context): Promise<Versioned<'shipping', Shipping>> {
  return memoize('shipping', async () => {
    const { value, version } = await load(db, KEYS.shipping, ShippingSettings, DEFAULT_SHIPPING);
    return { shipping: value, version };
  });
}

/** In a transaction; nothing is remembered. */
export const findDispatch = async (tx: Deps['db']): Promise<Dispatch> =>
  (await load<Shipping>(tx, KEYS.shipping, ShippingSettings, DEFAULT_SHIPPING)).value.dispatch ?? {};

/** An earlier version stored no `automatic`. */
async function loadTax(db: Deps['db']): Promise<VersionedTax> {
  const { value, version } = await load<Tax>(db, KEYS.tax, TaxSettings, DEFAULT_TAX);
  return { tax: { ...DEFAULT_TAX, ...value }, version };
}

const canAutomate = ({ payment }: Pick<Deps, 'payment'>): boolean => payment?.automaticTax !== undefined;

export async function readTaxSettings(deps: TaxContext): Promise<TaxReply> {
  return { ...(await deps.memoize('tax', () => loadTax(deps.db))), automaticAvailable: canAutomate(deps) };
}

function checkIssues(issues: Issue[]): void {
  if (issues.length) throw createIssuesError(issues);
}

/** Null if the setting no longer is of that version. */
const save = (db: Deps['db'], key: string, value: object, version: number | undefined) =>
  version === undefined ? saveSetting(db, key, value) : saveSettingAtVersion(db, key, value, version);

/**
 * Throws `invalid_request` for a place in two zones or tiers that don't ascend, and `version_conflict` unless the setting already has the
 * values that were sent.
 */
export async function updateShippingSettings({ db }: Context, input: Shipping, version?: number): Promise<Versioned<'shipping', Shipping>> {
  const seenIds = new Set<string>();
  const sent = input.dispatch ?? (await load<Shipping>(db, KEYS.shipping, ShippingSettings, DEFAULT_SHIPPING)).value.dispatch;
  const dispatch = sent && normalizeDispatch(sent);
  const shipping: Shipping = {
    defaultCountry: input.defaultCountry,
    zones: input.zones.map((zone) => ({
      name: zone.name.trim(),
      places: zone.places.map(normalizeTerritory),
      rates: zone.rates.map((rate) => ({ ...rate, _id: keepId(rate, seenIds), name: rate.name.trim() })),
    })),
    ...(dispatch && { dispatch }),
  };
  const places = shipping.zones.flatMap(({ places: all }, zone) =>
    all.map((place, index) => ({ place, path: `zones.${zone}.places.${index}` })),
  );
  const tierIssues = shipping.zones.flatMap(({ rates }, zone) =>
    rates.flatMap((rate, index) => [
      ...listTierIssues(rate, `zones.${zone}.rates.${index}`),
      ...listDaysIssues(rate, `zones.${zone}.rates.${index}`),
    ]),
  );
  checkIssues([...listTerritoryIssues(places), ...tierIssues, ...listDispatchIssues(dispatch ?? {})]);
  const saved = await save(db, KEYS.shipping, shipping, version);
  if (saved !== null) return { shipping, version: saved };
  const current = await load(db, KEYS.shipping, ShippingSettings, DEFAULT_SHIPPING);
  const now = { shipping: current.value, version: current.version };
  if (!isDeepStrictEqual(withoutIds(now.shipping), withoutIds(shipping))) throw createVersionConflict(now);
  return now;
}

/** Throws `invalid_request` for a place and class with two rates from one day on, or a rate with too many decimals, and `version_conflict` as above. */
export async function updateTaxSettings(deps: TaxContext, input: Tax, version?: number): Promise<TaxReply> {
  const { db } = deps;
  const stored = (await loadTax(db)).tax;
  const automatic = input.automatic ?? stored.automatic;
  const { roundPerOrder = stored.roundPerOrder, companies = stored.companies, ...rest } = input;
  const automaticAvailable = canAutomate(deps);
  const tax = {
    ...rest,
    automatic,
    ...(roundPerOrder && { roundPerOrder }),
    ...(companies && { companies }),
    rates: normalizeRates(input.rates),
  };
  checkIssues(listRateIssues(tax.rates));
  if (input.automatic) await requireAutomaticTax(deps);
  const saved = await save(db, KEYS.tax, tax, version);
  if (saved !== null) return { tax, version: saved, automaticAvailable };
  const now = { ...(await loadTax(db)), automaticAvailable };
  if (!isDeepStrictEqual(now.tax, tax)) throw createVersionConflict(now);
  return now;
}

/** Carts refer to a rate by its id, so existing rates keep theirs. A new rate, or a copy of another, gets a new id. */
function keepId({ _id }: ShippingRateInput, seen: Set<string>): string {
  const id = _id && !seen.has(_id) ? _id : randomUUID();
  seen.add(id);
  return id;
}

const withoutIds = ({ zones, ...shipping }: Shipping) => ({
  ...shipping,
  zones: zones.map((zone) => ({ ...zone, rates: zone.rates.map(({ _id, ...rate }) => rate) })),
});

const listDaysIssues = ({ deliveryDays }: ShippingRateInput, path: string): Issue[] =>
  deliveryDays && deliveryDays.max < deliveryDays.min
    ? [{ path: `${path}.deliveryDays.max`, code: 'too_small', message: `must be at least ${deliveryDays.min}`, limit: deliveryDays.min }]
    : [];

function listTierIssues({ basis, tiers }: ShippingRateInput, path: string): Issue[] {
  return tiers.flatMap(({ from }, index): Issue[] => {
    const at = `${path}.tiers.${index}.from`;
    const previous = tiers[index - 1];
    if (!previous) return from === 0 ? [] : [{ path: at, code: 'too_large', message: 'must be 0', limit: 0 }];
    if (basis === 'flat') return [{ path: at, code: 'not_allowed', message: "isn't allowed for a flat rate" }];
    if (basis === 'weight' && !Number.isInteger(from)) return [{ path: at, code: 'not_an_integer', message: 'must be whole grams' }];
    return from > previous.from ? [] : [{ path: at, code: 'not_above', message: 'must be above the previous one', limit: previous.from }];
  });
}
