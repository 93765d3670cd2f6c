/** Whether a code that a customer typed can be used now, whatever is in the cart. */
import type { CodeRefusal } from '../../../contract/cart.ts';
import type { Database } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/errors.ts';
import type { CodeCustomer } from './code-customer.ts';
import { normalizeCode } from './discount.ts';
import { type DiscountCodeRow, findCode } from './discount-code.repository.ts';

export interface TypedCode {
  /** The normalized code. */
  code: string;
  /** Null if it can't be used. */
  rule: DiscountCodeRow | null;
  refusal: CodeRefusal | null;
}

/** Null if nothing was typed. `customer`: to whom uses are attributed; null if that isn't known yet. */
export async function findTypedCode(
  db: Database,
  typed: string | undefined,
  customer: CodeCustomer | null,
  now: Date,
): Promise<TypedCode | null> {
  const code = normalizeCode(typed ?? '');
  if (!code) return null;
  const row = await findCode(db, code, customer);
  const refusal = row ? findRefusal(row, now) : 'unknown';
  return { code, rule: refusal ? null : row, refusal };
}

function findRefusal(row: DiscountCodeRow & { customerUses: number }, now: Date): CodeRefusal | null {
  if (row.startsAt && row.startsAt > now) return 'not_started';
  if (row.endsAt && row.endsAt <= now) return 'ended';
  if (row.maxUses !== null && row.uses >= row.maxUses) return 'used_up';
  if (row.maxUsesPerCustomer !== null && row.customerUses >= row.maxUsesPerCustomer) return 'used_by_customer';
  return null;
}

const REASONS: Record<CodeRefusal, string> = {
  unknown: "isn't a code of this shop",
  not_started: "isn't valid yet",
  ended: "isn't valid any more",
  used_up: 'has been used up',
  used_by_customer: 'was used by you already',
  below_minimum: 'needs a larger subtotal',
  no_matching_products: 'is for other products',
  nothing_to_ship: 'takes nothing off: shipping is free already',
};

export const createCodeError = (code: string, refusal: CodeRefusal): AppError =>
  new AppError('code_not_applicable', `The code ${code} ${REASONS[refusal]}. Remove it, or enter another.`, {
    issues: [{ path: 'code', code: 'unavailable', message: REASONS[refusal] }],
  });
