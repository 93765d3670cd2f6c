/**
 * Stock policies: what a shop may sell that isn't there, and what it promises then. `quantity` of a row is how many can be bought, `onHand` the sum
 * of the ledger where that is another number; functions/stock_policy.sql has the same sums for the statements that move stock.
 */
import type { Issue } from '../../../contract/errors.ts';
import {
  type LinePromise,
  type StockPolicy,
  type StockPolicyInput,
  type StoredPolicy,
  UNLIMITED_QUANTITY,
} from '../../../contract/stock-policy.ts';
import { describeShare } from '../../../contract/stock-promise.ts';
import { AppError } from '../../platform/errors.ts';

/** The columns of a product or a variant. */
export interface PolicyColumns {
  quantity: number;
  stockPolicy: StoredPolicy | null;
  onHand: number | null;
}

/** How many are there by the ledger. */
export const countOnHand = ({ quantity, onHand }: Pick<PolicyColumns, 'quantity' | 'onHand'>): number => onHand ?? quantity;

/**
 * By how many the stock changes. Without the number that the form showed, the quantity that was read changes nothing, and any other one is how many
 * are there from then on.
 */
export function getStockChange(
  row: Pick<PolicyColumns, 'quantity' | 'onHand'>,
  { quantity, shownQuantity }: { quantity?: number | undefined; shownQuantity?: number | undefined },
): number {
  if (quantity === undefined || (shownQuantity === undefined && quantity === row.quantity)) return 0;
  return quantity - (shownQuantity ?? countOnHand(row));
}

/** What the row becomes with this policy; its ledger stays as it is. */
export function toPolicyColumns(stockPolicy: StoredPolicy | null, there: number): PolicyColumns {
  if (stockPolicy) {
    const { limit } = stockPolicy;
    const quantity = limit === undefined ? UNLIMITED_QUANTITY : Math.max(0, Math.min(UNLIMITED_QUANTITY, there + limit));
    return { stockPolicy, onHand: there, quantity };
  }
  return { stockPolicy, onHand: there < 0 ? there : null, quantity: Math.max(0, there) };
}

/** A day in the words of the storefront, which is in English. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export function describePromise({ policy, shipsIn, shipsOn }: StoredPolicy): string | undefined {
  const when = shipsOn ? `ships on ${DAY.format(new Date(`${shipsOn}T00:00:00Z`))}` : shipsIn && `ships in ${shipsIn}`;
  if (policy === 'preorder') return when ? `Preorder: ${when}` : 'Preorder';
  if (when) return when.charAt(0).toUpperCase() + when.slice(1);
  return policy === 'backorder' ? 'Ships once it is back in stock' : undefined;
}

/** Absent for what is counted and not below zero, which is nearly everything. */
export function toStockPolicy({ stockPolicy, onHand }: Omit<PolicyColumns, 'quantity'>): { stock?: StockPolicy } {
  if (onHand === null) return {};
  if (!stockPolicy) return { stock: { policy: 'counted', onHand, ready: 0 } };
  const promise = describePromise(stockPolicy);
  const ready = stockPolicy.policy === 'backorder' ? Math.max(0, onHand) : 0;
  return { stock: { ...stockPolicy, onHand, ready, ...(promise && { promise }) } };
}

/** What a line of so many pieces was sold with; null: it was in stock. `onHand`: after the sale. */
export function toLinePromise({ stockPolicy, onHand }: Omit<PolicyColumns, 'quantity'>, quantity: number): LinePromise | null {
  if (!stockPolicy) return null;
  const { policy, shipsOn } = stockPolicy;
  const pieces = policy === 'backorder' ? Math.min(quantity, Math.max(0, -(onHand ?? 0))) : quantity;
  if (pieces === 0) return null;
  const promise = describePromise(stockPolicy) ?? '';
  return { policy, pieces, text: promise && describeShare(pieces, quantity, promise), ...(shipsOn && { shipsOn }) };
}

interface SoldPart {
  promise: LinePromise | null;
  /** How many of it one bundle holds. */
  count: number;
}

/** The same of so many bundles. Their parts say how many come later, and the bundle's policy, which follows from theirs, what is promised. */
export function toBundlePromise(
  { stockPolicy }: Pick<PolicyColumns, 'stockPolicy'>,
  parts: SoldPart[],
  quantity: number,
): LinePromise | null {
  const late = parts.flatMap(({ promise, count }) => (promise?.text ? [Math.min(quantity, Math.ceil(promise.pieces / count))] : []));
  if (!stockPolicy || !late.length) return null;
  const { policy, shipsOn } = stockPolicy;
  const pieces = Math.max(...late);
  return { policy, pieces, text: describeShare(pieces, quantity, describePromise(stockPolicy) ?? ''), ...(shipsOn && { shipsOn }) };
}

const USED_FIELDS = {
  counted: [],
  untracked: ['shipsIn'],
  backorder: ['limit', 'shipsIn'],
  preorder: ['limit', 'shipsIn', 'shipsOn'],
} as const satisfies Record<StockPolicyInput['policy'], readonly (keyof StockPolicyInput)[]>;

/** Null: counted. Throws `invalid_request` for fields of another policy, and for a preorder without an end. */
export function parseStockPolicy(input: StockPolicyInput | null, path: string): StoredPolicy | null {
  if (!input) return null;
  const { policy, limit, shipsOn } = input;
  const used: readonly string[] = USED_FIELDS[policy];
  const unused = (['limit', 'shipsIn', 'shipsOn'] as const).find((name) => input[name] && !used.includes(name));
  if (unused)
    throw createPolicyError({ path: `${path}.${unused}`, code: 'not_allowed', message: `doesn't belong to the policy ${policy}` });
  if (policy === 'counted') return null;
  if (policy === 'preorder' && !limit && !shipsOn)
    throw createPolicyError({ path: `${path}.shipsOn`, code: 'required', message: 'or a limit is required for a preorder' });
  const shipsIn = input.shipsIn?.trim();
  return { policy, ...(limit && { limit }), ...(shipsIn && { shipsIn }), ...(shipsOn && { shipsOn }) };
}

const createPolicyError = (issue: Issue) => new AppError('invalid_request', `${issue.path} ${issue.message}`, { issues: [issue] });

/** By their paths. Throws `invalid_request` for a preorder that would have ended. `today`: by the shop's calendar. */
export function requireFutureDays(policies: (readonly [path: string, policy: StockPolicyInput | null | undefined])[], today: string): void {
  for (const [path, policy] of policies) {
    if (policy?.shipsOn && policy.shipsOn <= today)
      throw createPolicyError({ path: `${path}.shipsOn`, code: 'ends_before_start', message: 'must be after today' });
  }
}
