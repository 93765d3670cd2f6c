/** Discount codes of a former shop. One whose limits can't be kept here is refused: without them it would take off more than it did. */
import { randomUUID } from 'node:crypto';
import type { DiscountCodeInput } from '../../../contract/discount-code.ts';
import { CODE_SCOPE_MAX, CODE_USES_MAX } from '../../../contract/limits.ts';
import { getCurrencyStep, toDollars } from '../../../contract/money.ts';
import { cutText } from '../../../contract/values.ts';
import { type CategoryPaths, readCategoryPaths } from '../catalog/categories/category-path.ts';
import type { RowNotice } from '../catalog/import/formats/format.ts';
import { createCellError, createKindWork, planEach, type RowContext, type RowKind } from '../catalog/import/runs/row-kind.ts';
import { normalizeCode } from '../pricing/discount.ts';
import { createCodes, type DiscountCodeFields, findCodes, listProductSlugs } from '../pricing/discount-code.repository.ts';
import { prepareCode } from '../pricing/discount-code.service.ts';
import { readShopDetails } from '../settings/shop-details.service.ts';
import { type Cells, readMoney, readTime, readYes, type Tell } from './row-values.ts';

type Kind = DiscountCodeInput['kind'];

const KINDS: [pattern: RegExp, kind: Kind][] = [
  [/^(percent|percentage)$/i, 'percent'],
  [/^(amount|fixed_amount|fixed amount|fixed_cart|fixed cart discount)$/i, 'amount'],
  [/^free[_ ]shipping$/i, 'free_shipping'],
];

function readKind(cells: Cells): Kind {
  const written = cells.kind ?? cells.class ?? '';
  if (/buy .*get/i.test(cells.class ?? ''))
    throw createCellError('class', 'gives one product for buying another, which a code can’t do here');
  if (/free[_ ]shipping/i.test(cells.class ?? '')) return 'free_shipping';
  // WooCommerce makes a code of any type ship for nothing, besides what it takes off.
  if (readYes(cells.free_shipping) && !Number(cells.value ?? 0)) return 'free_shipping';
  const found = KINDS.find(([pattern]) => pattern.test(written))?.[1];
  if (!found) throw createCellError('kind', `reads "${cutText(written, 40)}": a code here is percent, amount or free_shipping`);
  return found;
}

/** What other shops limit a code by, which isn't possible here. */
const UNKNOWN_LIMITS: [column: string, reason: string][] = [
  ['product_ids', 'limits it to products by their numbers in the other shop: make it here, with the products'],
  ['excluded', 'leaves out products: make it here, with the products that it is for'],
  ['customers', 'limits it to certain customers, which a code can’t be here'],
  ['maximum', 'limits it to carts below a sum, which isn’t possible here'],
];

function refuseUnknownLimits(cells: Cells): void {
  for (const [column, reason] of UNKNOWN_LIMITS) {
    const cell = cells[column];
    if (cell && !/^(0([.,]0+)?|all|all customers|everyone|no|false)$/i.test(cell)) throw createCellError(column, reason);
  }
}

function readCount(cells: Cells, column: string): number | null {
  const cell = cells[column];
  if (!cell || readYes(cell) === false) return null;
  const count = readYes(cell) ? 1 : Number(cell);
  if (!Number.isInteger(count) || count < 0 || count > CODE_USES_MAX)
    throw createCellError(column, `reads "${cutText(cell, 40)}": write a whole number`);
  return count || null;
}

const listParts = (cell = '') => cell.split('|').flatMap((it) => it.trim() || []);

interface Known {
  timeZone: string;
  /** The smallest amount of the shop's currency, in cents. */
  step: number;
  now: Date;
  productIds: Map<string, string>;
  categories: CategoryPaths;
}

function readScope(cells: Cells, column: 'products' | 'categories', find: (text: string) => string | undefined): string[] {
  const ids = listParts(cells[column]).map((text) => {
    const id = find(text);
    if (!id) throw createCellError(column, `names ${cutText(text, 80)}, which isn't here: import products first`);
    return id;
  });
  if (ids.length > CODE_SCOPE_MAX) throw createCellError(column, `has more than ${CODE_SCOPE_MAX}`);
  return [...new Set(ids)];
}

/** The sum in `Minimum purchase amount of $50.00`; a number of products isn't possible here. */
function readMinimum(cells: Cells): number {
  const { minimum = '' } = cells;
  if (/quantity|items/i.test(minimum)) throw createCellError('minimum', 'asks for a number of products, which a code can’t do here');
  return toDollars(readMoney({ minimum: minimum.replace(/^\D+/, '') }, 'minimum') ?? 0);
}

function readCode(
  cells: Cells,
  { timeZone, now, productIds, categories, step }: Known,
  tell: Tell,
): { code: string; fields: DiscountCodeFields } {
  if (!cells.code) throw createCellError('code', 'is required');
  refuseUnknownLimits(cells);
  const kind = readKind(cells);
  // Shopify writes what is taken off below zero.
  const value =
    kind === 'free_shipping' ? null : toDollars(readMoney({ value: cells.value?.replace(/^-/, '') ?? '' }, 'value') ?? 0) || null;
  if (readYes(cells.free_shipping) && kind !== 'free_shipping')
    tell('dropped', 'free_shipping', 'ships for nothing too, which one code can’t do here: it takes off its sum alone');
  const startsAt = readTime(cells, 'starts', timeZone, tell);
  let endsAt = readTime(cells, 'ends', timeZone, tell);
  let maxUses = readCount(cells, 'max_uses');
  const uses = readCount(cells, 'uses') ?? 0;
  if (maxUses !== null && uses > 0) {
    tell('guessed', 'max_uses', `was used ${uses} of ${maxUses} times: the rest can be used here`);
    if (uses >= maxUses) endsAt = endsAt && endsAt < now ? endsAt : now;
    maxUses = Math.max(1, maxUses - uses);
  }
  const isOff = /^(expired|ended|draft|private|pending|trash)$/i.test(cells.status ?? '');
  if (isOff && !(endsAt && endsAt <= now)) {
    tell('hidden', 'status', `is ${cells.status} in the file: it has ended here`);
    endsAt = now;
  }
  const input: DiscountCodeInput = {
    ...{ kind, value, maxUses, minimum: readMinimum(cells) },
    // What has ended never began later.
    startsAt: startsAt && !(endsAt && startsAt >= endsAt) ? startsAt.toISOString() : null,
    endsAt: endsAt?.toISOString() ?? null,
    maxUsesPerCustomer: readCount(cells, 'max_uses_per_customer'),
    products: readScope(cells, 'products', (slug) => productIds.get(slug.toLowerCase())),
    categories: readScope(cells, 'categories', categories.find),
  };
  const prepared = prepareCode(cells.code, input);
  const { amountCents = null, minimumCents = 0 } = prepared.fields;
  if ([amountCents ?? 0, minimumCents].some((cents) => cents % step))
    throw createCellError('value', 'must be whole in the currency of this shop');
  return prepared;
}

async function readKnown({ db, now }: RowContext, rows: { cells: Cells }[]): Promise<Known> {
  const slugs = [...new Set(rows.flatMap(({ cells }) => listParts(cells.products).map((it) => it.toLowerCase())))];
  const found = slugs.length ? await listProductSlugs(db, { slugs }) : [];
  const { timeZone, currency } = await readShopDetails(db);
  return {
    timeZone,
    step: getCurrencyStep(currency),
    now: now(),
    productIds: new Map(found.map(({ id, slug }) => [slug, id])),
    categories: await readCategoryPaths(db),
  };
}

type PreparedCode = ReturnType<typeof prepareCode>;

const KIND: RowKind<PreparedCode> = {
  unique: ['code'],
  nameOf: ({ code = '' }) => code,
  plan: async (context, rows) => {
    const known = await readKnown(context, rows);
    const taken = await findCodes(
      context.db,
      rows.flatMap(({ cells }) => (cells.code ? normalizeCode(cells.code) : [])),
    );
    return planEach(rows, KIND.nameOf, (row) => {
      const notices: RowNotice[] = [];
      const what = readCode(row.cells, known, (kind, column, reason) => notices.push({ kind, column, reason }));
      const name = what.code;
      if (taken.has(what.code)) {
        const told: RowNotice = { kind: 'dropped', column: 'code', reason: 'is here already: it stays as it is' };
        return { row, name, what, outcome: 'unchanged', values: {}, notices: [told] };
      }
      const { kind, percent, amountCents, endsAt, maxUses } = what.fields;
      const value = percent ? `${percent} %` : amountCents ? toDollars(amountCents).toFixed(2) : undefined;
      const values = { kind, value, ends: endsAt?.toISOString().slice(0, 10), maxUses };
      return { row, name, what, outcome: 'created', values, notices };
    });
  },
  write: ({ db, now }, planned) =>
    createCodes(
      db,
      planned.map(({ what: { code, fields } }, index) => ({
        id: randomUUID(),
        code,
        ...fields,
        createdAt: new Date(now().getTime() - index),
      })),
    ),
};

export const CODE_KIND = createKindWork(KIND);
