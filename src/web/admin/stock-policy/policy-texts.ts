/** A stock policy as texts, as forms edit it, and as one text, as they compare it. */
import type { Issue } from '../../../contract/errors.ts';
import { STOCK_POLICIES, type StockPolicy, type StockPolicyInput, type StockPolicyName } from '../../../contract/stock-policy.ts';
import { createIssue } from '../../shared/hooks/use-form.ts';
import { COUNT, parseNumber } from '../parts/values.ts';
import { stockPolicy as words } from './messages.ts';

export interface PolicyTexts {
  policy: StockPolicyName;
  limit: string;
  shipsIn: string;
  shipsOn: string;
}

const COUNTED: PolicyTexts = { policy: 'counted', limit: '', shipsIn: '', shipsOn: '' };

/** The fields that each policy has. */
export const POLICY_FIELDS = {
  counted: [],
  untracked: ['shipsIn'],
  backorder: ['limit', 'shipsIn'],
  preorder: ['shipsOn', 'limit', 'shipsIn'],
} as const satisfies Record<StockPolicyName, readonly (keyof PolicyTexts)[]>;

/** Empty: counted. The other fields keep what was typed, but aren't part of it. */
export function serializePolicy({ policy, ...texts }: PolicyTexts): string {
  if (policy === 'counted') return '';
  const own = POLICY_FIELDS[policy].flatMap((name) => (texts[name].trim() ? [[name, texts[name].trim()]] : []));
  return JSON.stringify({ policy, ...Object.fromEntries(own) });
}

export function parsePolicy(text: string): PolicyTexts {
  return text ? { ...COUNTED, ...(JSON.parse(text) as Partial<PolicyTexts>) } : COUNTED;
}

export function serializeStored(stock: StockPolicy | undefined): string {
  if (!stock) return '';
  const { policy, limit, shipsIn = '', shipsOn = '' } = stock;
  return serializePolicy({ policy, limit: limit === undefined ? '' : String(limit), shipsIn, shipsOn });
}

/** Null: counted. */
export function toPolicyInput(text: string): StockPolicyInput | null {
  if (!text) return null;
  const { policy, limit, shipsIn, shipsOn } = parsePolicy(text);
  const count = limit ? parseNumber(limit, COUNT) : null;
  return { policy, ...(count !== null && { limit: count }), ...(shipsIn && { shipsIn }), ...(shipsOn && { shipsOn }) };
}

/** What is wrong before anything is sent. `prefix`: of the fields' names. */
export function checkPolicy(text: string, prefix = 'stock.'): Issue[] {
  const { policy, limit, shipsOn } = parsePolicy(text);
  if (limit && !(Number(parseNumber(limit, COUNT)) >= 1)) return [createIssue(`${prefix}limit`, 'not_an_integer')];
  return policy === 'preorder' && !limit && !shipsOn ? [createIssue(`${prefix}shipsOn`, 'required')] : [];
}

/** `Backorder, at most 20, ships in 2–3 weeks`. */
export function describePolicy(text: string): string {
  const { policy, limit, shipsIn, shipsOn } = parsePolicy(text);
  const parts = [limit && `${words.limit} ${limit}`, shipsIn && `${words.shipsIn} ${shipsIn}`, shipsOn && `${words.shipsOn} ${shipsOn}`];
  return [words.names[policy], ...parts.filter(Boolean).map((it) => String(it).charAt(0).toLowerCase() + String(it).slice(1))].join(', ');
}

export const isPolicyName = (name: string): name is StockPolicyName => STOCK_POLICIES.some((it) => it === name);

/** The difference that was typed, in numbers that a call takes: below zero, what was shown and typed are moved up together. */
export function toStockFields(typed: number, shown: number): { quantity: number; shownQuantity: number } {
  if (typed >= 0 && shown >= 0) return { quantity: typed, shownQuantity: shown };
  return { quantity: Math.max(0, typed - shown), shownQuantity: Math.max(0, shown - typed) };
}
