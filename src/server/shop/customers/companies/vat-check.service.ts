/** Whether a company's VAT ID is confirmed: asked of VIES by the checkout's page, known to carts and checkouts of the next day. */
import type { VatStatus } from '../../../../contract/company.ts';
import { nameCountry } from '../../../../contract/countries.ts';
import type { Issue } from '../../../../contract/errors.ts';
import { DAY, HOUR, isRecord, MINUTE } from '../../../../contract/values.ts';
import {
  findVatPrefix,
  formatVatId,
  isOfCountry,
  parseVatId,
  VAT_FORMS,
  type VatId,
  type VatLocation,
  VIES_PREFIXES,
} from '../../../../contract/vat-id.ts';
import type { Deps } from '../../../deps.ts';
import { findSetting, INVOICES_KEY } from '../../settings/settings.repository.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import * as repository from './vat-check.repository.ts';

type Context = Pick<Deps, 'db' | 'now' | 'memoize' | 'vies'>;

/** After a confirmation nobody is asked again for a day. A checkout may take an hour more, so that nobody pays more than their cart said. */
const CONFIRMED_FOR = DAY;
const CHECKOUT_GRACE = HOUR;
/** It may be a number that was given out today. */
const INVALID_FOR = 10 * MINUTE;

/** The shop: by its details, and the VAT ID of its invoices. */
export const readSeller = ({ db, memoize }: Pick<Deps, 'db' | 'memoize'>): Promise<{ country: string; vatId: string }> =>
  memoize('seller', async () => {
    const { country = '' } = await readShopDetails(db);
    const invoicing = await findSetting(db, INVOICES_KEY);
    return { country, vatId: isRecord(invoicing) && typeof invoicing.vatId === 'string' ? invoicing.vatId : '' };
  });

/** By its form. Throws nothing: what is wrong with it is an issue at `path`. `place`: null if nobody knows where the company is. */
export function readVatId(typed: string, place: VatLocation | null, path: string): { id: VatId } | { issue: Issue } {
  const id = parseVatId(typed);
  const prefix = place && findVatPrefix(place);
  const { example } = (prefix && VAT_FORMS[prefix]) || {};
  if (!id) return { issue: { path, code: 'invalid_format', message: 'is no VAT ID', ...(example && { example }) } };
  if (place && !isOfCountry(id, place)) {
    const message = `belongs to ${nameCountry(VAT_FORMS[id.prefix]?.country ?? id.prefix)}, and the billing address to ${nameCountry(place.country)}`;
    return { issue: { path, code: 'invalid_choice', message, ...(example && { example }) } };
  }
  return { id };
}

export interface KnownVat {
  status: VatStatus;
  /** Of an answer: when it came, and its number. */
  checkedAt?: string;
  consultation?: string;
}

const toKnown = ({ isConfirmed, consultation, checkedAt }: repository.VatCheckRow): KnownVat => ({
  status: isConfirmed ? 'confirmed' : 'invalid',
  checkedAt: checkedAt.toISOString(),
  ...(consultation && { consultation }),
});

/** What VIES has said lately; nobody is asked. */
export async function findKnownVat({ db, now }: Pick<Deps, 'db' | 'now'>, id: VatId, { isCheckout = false } = {}): Promise<KnownVat> {
  if (!VIES_PREFIXES.includes(id.prefix)) return { status: 'unchecked' };
  const time = now().getTime();
  const row = await repository.findVatCheck(db, formatVatId(id), new Date(time - CONFIRMED_FOR - (isCheckout ? CHECKOUT_GRACE : 0)));
  if (!row || (!row.isConfirmed && row.checkedAt.getTime() <= time - INVALID_FOR)) return { status: 'unavailable' };
  return toKnown(row);
}

/** The same, after VIES was asked if it hasn't answered lately. What it answers is kept, and that it is away isn't. */
export async function checkVat(context: Context, id: VatId): Promise<KnownVat> {
  const known = await findKnownVat(context, id);
  if (known.status !== 'unavailable') return known;
  const { status, consultation } = await context.vies.check(id, parseVatId((await readSeller(context)).vatId));
  if (status === 'unavailable') return { status };
  const row = { vatId: formatVatId(id), isConfirmed: status === 'confirmed', consultation, checkedAt: context.now() };
  await repository.saveVatCheck(context.db, row);
  return toKnown(row);
}

/** Behind these days a late answer helps nobody. */
const ASKED_FOR = 3 * DAY;
const AT_ONCE = 50;

/** The job `check-vat-ids`: asks again about orders that VIES had no answer for, which stay taxed, and deletes old answers. */
export async function checkUnanswered(context: Context, signal?: AbortSignal): Promise<number> {
  const { db, now } = context;
  await repository.deleteVatChecks(db, new Date(now().getTime() - CONFIRMED_FOR - 2 * CHECKOUT_GRACE));
  const since = new Date(now().getTime() - ASKED_FOR);
  let confirmed = 0;
  for (const vatId of await repository.listUnansweredIds(db, since, AT_ONCE)) {
    if (signal?.aborted) break;
    const id = parseVatId(vatId);
    const { status } = id ? await checkVat(context, id) : { status: 'invalid' as const };
    // While VIES is away, the others would wait for it in vain too.
    if (status === 'unavailable') break;
    if (status !== 'confirmed') continue;
    await db.transaction((tx) => repository.markConfirmedLater(tx, vatId, since, now()));
    confirmed += 1;
  }
  return confirmed;
}
