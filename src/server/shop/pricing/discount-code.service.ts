/** The discount codes as an admin manages them. Discounts of existing orders stay, whatever happens to a code. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { DiscountCode, DiscountCodeInput } from '../../../contract/discount-code.ts';
import type { Issue } from '../../../contract/errors.ts';
import { toCents, toDollars } from '../../../contract/money.ts';
import type { Deps } from '../../deps.ts';
import { findUniqueViolation } from '../../platform/database/pg-errors.ts';
import { AppError, createIssuesError, createVersionConflict } from '../../platform/errors.ts';
import { normalizeCode } from './discount.ts';
import * as repository from './discount-code.repository.ts';

type Context = Pick<Deps, 'db' | 'now'>;

const DEFAULT_LIMIT = 20;
const CODE = /^[\p{L}\p{M}\p{N}_-]{1,80}$/u;

const createNotFoundError = () => new AppError('code_not_found', 'There is no such discount code');

export async function listDiscountCodes({ db, now }: Context, { page = 1, limit = DEFAULT_LIMIT }: { page?: number; limit?: number }) {
  const rows = await repository.listCodes(db, (page - 1) * limit, limit);
  const names = new Map(
    (
      await repository.listProductNames(
        db,
        rows.flatMap(({ productIds }) => productIds),
      )
    ).map((it) => [it._id, it]),
  );
  const codes = rows.map((row) =>
    toDiscountCode(
      row,
      row.productIds.flatMap((id) => names.get(id) ?? []),
      now(),
    ),
  );
  return { codes, total: await repository.countCodes(db), page, limit };
}

/** As it is stored. Throws `invalid_request`. */
export function prepareCode(typed: string, input: DiscountCodeInput): { code: string; fields: repository.DiscountCodeFields } {
  const code = normalizeCode(typed);
  if (!CODE.test(code))
    throw createIssuesError([{ path: 'code', code: 'invalid_format', message: 'may only contain letters, digits, - and _' }]);
  return { code, fields: toFields(input) };
}

/** Throws `code_taken` if the shop has this code already, ignoring case; ended codes count too, because their orders name them. */
export async function addCode({ db, now }: Context, typed: string, input: DiscountCodeInput): Promise<DiscountCode> {
  const { code, fields } = prepareCode(typed, input);
  try {
    return await withNames(db, await repository.createCode(db, { ...fields, id: randomUUID(), code, createdAt: now() }), now());
  } catch (error) {
    if (!findUniqueViolation(error)) throw error;
    throw new AppError('code_taken', `There is already a code ${code}`, { issues: [{ path: 'code', code: 'taken', message: 'is taken' }] });
  }
}

/** Throws `version_conflict` if it was changed after that version, unless it already has the values that were sent. */
export async function changeCode({ db, now }: Context, id: string, input: DiscountCodeInput, version?: number): Promise<DiscountCode> {
  const fields = toFields(input);
  return db.transaction(async (tx) => {
    const current = await repository.lockCode(tx, id);
    if (!current) throw createNotFoundError();
    const isSaved = isDeepStrictEqual({ ...current, ...fields }, current);
    if (!isSaved && version !== undefined && version !== current.version)
      throw createVersionConflict({ code: await withNames(tx, current, now()) });
    return withNames(tx, isSaved ? current : await repository.updateCode(tx, id, fields), now());
  });
}

/** From now on no cart accepts the code. A code that has ended already keeps its end. */
export async function endCode({ db, now }: Context, id: string): Promise<DiscountCode> {
  const at = now();
  return db.transaction(async (tx) => {
    const current = await repository.lockCode(tx, id);
    if (!current) throw createNotFoundError();
    const hasEnded = current.endsAt !== null && current.endsAt <= at;
    return withNames(tx, hasEnded ? current : await repository.updateCode(tx, id, { endsAt: at }), at);
  });
}

/** Throws `invalid_request` for errors that the schema can't express: a percentage above a hundred, an end before the start. */
function toFields(input: DiscountCodeInput): repository.DiscountCodeFields {
  const { kind, value, startsAt, endsAt, minimum, categories, products, maxUses, maxUsesPerCustomer } = input;
  const period = { startsAt: startsAt === null ? null : new Date(startsAt), endsAt: endsAt === null ? null : new Date(endsAt) };
  const issues = [...listValueIssues(input), ...listPeriodIssues(period)];
  if (issues.length) throw createIssuesError(issues);
  return {
    kind,
    percent: kind === 'percent' ? value : null,
    amountCents: kind === 'amount' && value !== null ? toCents(value) : null,
    ...period,
    minimumCents: toCents(minimum),
    categoryIds: categories.map((id) => id.toLowerCase()),
    productIds: products.map((id) => id.toLowerCase()),
    maxUses,
    maxUsesPerCustomer,
  };
}

function listValueIssues({ kind, value }: DiscountCodeInput): Issue[] {
  if (kind === 'free_shipping') return value === null ? [] : [{ path: 'value', code: 'not_allowed', message: 'must be null' }];
  if (value === null) return [{ path: 'value', code: 'required', message: 'is required' }];
  if (kind === 'amount') return [];
  if (!Number.isInteger(value)) return [{ path: 'value', code: 'not_an_integer', message: 'must be a whole percentage' }];
  return value > 100 ? [{ path: 'value', code: 'too_large', message: 'must be 100 at most', limit: 100 }] : [];
}

function listPeriodIssues(period: { startsAt: Date | null; endsAt: Date | null }): Issue[] {
  const issues = Object.entries(period).flatMap(([path, at]): Issue[] =>
    at && Number.isNaN(at.getTime()) ? [{ path, code: 'invalid_format', message: 'must be a date and time' }] : [],
  );
  if (issues.length) return issues;
  const { startsAt, endsAt } = period;
  return startsAt && endsAt && endsAt <= startsAt
    ? [{ path: 'endsAt', code: 'ends_before_start', message: 'must be after the start' }]
    : [];
}

function findState({ startsAt, endsAt, maxUses, uses }: repository.DiscountCodeRow, now: Date): DiscountCode['state'] {
  if (endsAt && endsAt <= now) return 'ended';
  if (startsAt && startsAt > now) return 'planned';
  return maxUses !== null && uses >= maxUses ? 'used_up' : 'active';
}

const withNames = async (db: Deps['db'], row: repository.DiscountCodeRow, now: Date) =>
  toDiscountCode(row, await repository.listProductNames(db, row.productIds), now);

function toDiscountCode(row: repository.DiscountCodeRow, productNames: DiscountCode['productNames'], now: Date): DiscountCode {
  const { id, code, kind, percent, amountCents, startsAt, endsAt, minimumCents, maxUses, maxUsesPerCustomer, uses, version } = row;
  return {
    _id: id,
    code,
    kind,
    value: amountCents === null ? percent : toDollars(amountCents),
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    minimum: toDollars(minimumCents),
    categories: row.categoryIds,
    products: row.productIds,
    productNames,
    maxUses,
    maxUsesPerCustomer,
    uses,
    state: findState(row, now),
    createdAt: row.createdAt.toISOString(),
    version,
  };
}
