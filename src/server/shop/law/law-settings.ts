/** Where the shop sells and what the last look found: settings, both private, so that no cached page is dropped for them. */
import * as Type from 'typebox';
import { Check } from 'typebox/value';
import { LAW_MARKETS, type LawMarket } from '../../../contract/law.ts';
import type { Database } from '../../platform/database/connect.ts';
import { findVersionedSettings, saveSetting, saveSettingAtVersion } from '../settings/settings.repository.ts';

const MARKETS_KEY = 'private:law';
/** The dashboard reads it with its other settings. */
export const LAW_CHECKS_KEY = 'private:law-checks';

const StoredMarkets = Type.Object({ markets: Type.Array(Type.Enum(LAW_MARKETS)) });

const Result = Type.Object({
  state: Type.Enum(['met', 'unmet', 'unknown'] as const),
  saw: Type.String(),
  /** When it was first found in this state. */
  since: Type.String(),
});
export type Result = Type.Static<typeof Result>;

const StoredChecks = Type.Object({
  at: Type.String(),
  results: Type.Record(Type.String(), Result),
});
export type StoredChecks = Type.Static<typeof StoredChecks>;

export interface StoredLaw {
  /** Null: nobody has said it. */
  markets: LawMarket[] | null;
  version: number;
  checks: StoredChecks | null;
}

/** Null: of none, or of another version of the shop. */
const parseChecks = (value: unknown): StoredChecks | null => (Check(StoredChecks, value) ? value : null);

export async function readStoredLaw(db: Database): Promise<StoredLaw> {
  const [markets, checks] = await findVersionedSettings(db, [MARKETS_KEY, LAW_CHECKS_KEY]);
  const { value, version } = markets ?? { value: null, version: 0 };
  return {
    markets: Check(StoredMarkets, value) ? LAW_MARKETS.filter((it) => value.markets.includes(it)) : null,
    version,
    checks: parseChecks(checks?.value),
  };
}

/** False: they were changed after that version. Without one, the last to save wins. */
export async function saveMarkets(db: Database, markets: readonly LawMarket[], version?: number): Promise<boolean> {
  const value = { markets: LAW_MARKETS.filter((it) => markets.includes(it)) };
  if (version === undefined) return (await saveSetting(db, MARKETS_KEY, value)) > 0;
  return (await saveSettingAtVersion(db, MARKETS_KEY, value, version)) !== null;
}

export const saveChecks = (db: Database, checks: StoredChecks): Promise<number> => saveSetting(db, LAW_CHECKS_KEY, checks);

/** What the last look found to be unmet, by the value that is stored. */
export const hasUnmet = (value: unknown): boolean =>
  Object.values(parseChecks(value)?.results ?? {}).some(({ state }) => state === 'unmet');
