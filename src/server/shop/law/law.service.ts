/** The duties of the shop where it sells, and a look at its own pages for each of them. */
import type { Duty, Law, LawMarket } from '../../../contract/law.ts';
import { isRecord } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import { AppError, createVersionConflict } from '../../platform/errors.ts';
import type { VisitShop } from '../../platform/http/visit-shop.ts';
import type { Logger } from '../../platform/log/logger.ts';
import { createPassCookie } from '../opening/enter-shop.ts';
import { readOrderTexts } from '../orders/documents/order-texts.service.ts';
import { readShippingSettings } from '../pricing/pricing-settings.service.ts';
import { readOpening } from '../settings/opening.service.ts';
import { findSetting, INVOICES_KEY } from '../settings/settings.repository.ts';
import { readShopDetails } from '../settings/shop-details.service.ts';
import { BUYING_DUTIES } from './buying-duties.ts';
import type { Facts } from './checks/facts.ts';
import { listSamples } from './checks/sample-products.repository.ts';
import { type Finding, unknown, Visitor } from './checks/visitor.ts';
import type { DutyDefinition } from './duty.ts';
import { type Result, readStoredLaw, type StoredLaw, saveChecks, saveMarkets } from './law-settings.ts';
import { listMarkets } from './markets.ts';
import { TEXT_DUTIES } from './texts-duties.ts';
import { UNSEEN } from './unseen.ts';

/** When the duties were collected, from secondary sources. */
const COLLECTED_AT = '2026-11';

export const DUTIES: readonly DutyDefinition[] = [...TEXT_DUTIES, ...BUYING_DUTIES];

export type LawContext = Pick<Deps, 'db' | 'memoize' | 'now' | 'publicUrl' | 'connections'>;

export interface VersionedLaw {
  law: Law;
  version: number;
}

/** Null: the shop ships everywhere. */
async function listShippedCountries(deps: Pick<Deps, 'db' | 'memoize'>): Promise<string[] | null> {
  const { zones } = (await readShippingSettings(deps)).shipping;
  const countries = zones.flatMap(({ places }) => places.map(({ country }) => country));
  return countries.length === 0 || countries.includes('*') ? null : [...new Set(countries)];
}

/** What the merchant says, or what the shipping zones reach. */
export async function findMarkets(deps: Pick<Deps, 'db' | 'memoize'>): Promise<LawMarket[]> {
  return (await readStoredLaw(deps.db)).markets ?? listMarkets(await listShippedCountries(deps));
}

const isIn = (markets: readonly LawMarket[], has: readonly LawMarket[]) => has.some((it) => markets.includes(it));
const marketsOf = ({ sources }: DutyDefinition) => Object.keys(sources) as LawMarket[];

function describe(duty: DutyDefinition, markets: readonly LawMarket[], result: Result | undefined): Duty {
  const { id, title, sources, advice, fixAt } = duty;
  return {
    id,
    title,
    sources: markets.flatMap((market) => {
      const source = sources[market];
      return source ? [{ market, law: source.law, since: source.since ?? null }] : [];
    }),
    state: result?.state ?? 'unchecked',
    saw: result?.saw ?? '',
    stateSince: result?.since ?? null,
    advice,
    fixAt,
  };
}

async function toReply(deps: Pick<Deps, 'db' | 'memoize'>, { markets, version, checks }: StoredLaw): Promise<VersionedLaw> {
  const reached = listMarkets(await listShippedCountries(deps));
  const shown = markets ?? reached;
  return {
    law: {
      markets,
      reached,
      duties: DUTIES.filter((it) => isIn(shown, marketsOf(it))).map((it) => describe(it, shown, checks?.results[it.id])),
      unseen: UNSEEN.filter((it) => isIn(shown, it.markets)).map((it) => ({
        ...it,
        markets: shown.filter((market) => it.markets.includes(market)),
      })),
      checkedAt: checks?.at ?? null,
      collectedAt: COLLECTED_AT,
    },
    version,
  };
}

export const readLaw = async (deps: Pick<Deps, 'db' | 'memoize'>): Promise<VersionedLaw> => toReply(deps, await readStoredLaw(deps.db));

/** Throws `version_conflict` if it was changed after that version, unless it already is what was sent. */
export async function updateMarkets(
  deps: Pick<Deps, 'db' | 'memoize'>,
  markets: readonly LawMarket[],
  version?: number,
): Promise<VersionedLaw> {
  const isSaved = await saveMarkets(deps.db, markets, version);
  const current = await readLaw(deps);
  const isSame = current.law.markets?.length === markets.length && markets.every((it) => current.law.markets?.includes(it));
  if (!isSaved && !isSame) throw createVersionConflict(current);
  return current;
}

async function readFacts(deps: LawContext): Promise<Facts> {
  const { db, publicUrl, connections } = deps;
  const invoices = await findSetting(db, INVOICES_KEY);
  return {
    publicUrl,
    shop: await readShopDetails(db),
    keptPages: (await readOrderTexts(db)).texts.pages,
    makesInvoices: isRecord(invoices) && invoices.isOn === true,
    sendsEmails: connections.mail.smtpUrl !== null,
    shippedTo: await listShippedCountries(deps),
    ...(await listSamples(db)),
  };
}

/** A duty whose check fails is no duty unmet. */
const look = async ({ check }: DutyDefinition, visitor: Visitor): Promise<Finding> => {
  try {
    return await check(visitor);
  } catch (error) {
    return unknown(`The look at it failed: ${error instanceof Error ? error.message.slice(0, 200) : 'unknown error'}.`);
  }
};

/** Why the shop can't be looked at: what a visitor can't open says nothing about its duties. Null: it can. */
async function findUnseen(visitor: Visitor, isLetIn: boolean): Promise<string | null> {
  if (!isLetIn) return 'The shop is closed and has no password, so that its pages couldn’t be looked at.';
  const { status, links } = await visitor.page('/');
  if (status !== 200) return `The home page couldn’t be looked at: it answers ${status}.`;
  return links.some(({ isInFooter }) => isInFooter) ? null : 'The home page couldn’t be looked at: it has no footer.';
}

/** Looks at the shop for each duty of the chosen markets. Throws `invalid_request` where none are chosen. `signal`: ends it early, without a result. */
export async function checkLaw(deps: LawContext, visit: VisitShop, signal?: AbortSignal): Promise<VersionedLaw> {
  const { markets, checks } = await readStoredLaw(deps.db);
  if (!markets) throw new AppError('invalid_request', 'Say first where your shop sells');
  const opening = await readOpening(deps);
  const cookie = opening.isOpen ? null : createPassCookie(opening);
  const visitor = new Visitor(visit, await readFacts(deps), cookie);
  const unseen = await findUnseen(visitor, opening.isOpen || cookie !== null);
  const at = deps.now().toISOString();
  const results: Record<string, Result> = {};
  for (const duty of DUTIES.filter((it) => isIn(markets, marketsOf(it)))) {
    if (signal?.aborted) return readLaw(deps);
    const { state, saw } = unseen ? unknown(unseen) : await look(duty, visitor);
    const before = checks?.results[duty.id];
    results[duty.id] = { state, saw, since: before?.state === state ? before.since : at };
  }
  await saveChecks(deps.db, { at, results });
  return readLaw(deps);
}

/** Whether there is something to check without being asked. */
export const isFollowed = async (db: Deps['db']): Promise<boolean> => (await readStoredLaw(db)).markets !== null;

/** The daily look, once somebody has said where the shop sells. What turns unmet is then on the dashboard. */
export async function checkLawDaily(deps: LawContext & Pick<Deps, 'visitShop'>, log: Pick<Logger, 'warn'>, signal: AbortSignal) {
  const { visitShop } = deps;
  if (!visitShop) return;
  // What can't be asked isn't unmet: the last look stays.
  const home = await visitShop('/').catch((err: unknown) => {
    log.warn({ err }, "the shop's own pages can't be opened to look at its duties");
    return null;
  });
  if (!home) return;
  await checkLaw(deps, visitShop, signal);
}
