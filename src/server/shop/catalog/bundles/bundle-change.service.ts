/** What makes a product a bundle: its parts as they are sent, and whether they can be parts. */
import { isDeepStrictEqual } from 'node:util';
import type { BundlePartInput } from '../../../../contract/bundle.ts';
import type { Issue } from '../../../../contract/errors.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { isForeignKeyViolation } from '../../../platform/database/pg-errors.ts';
import { AppError } from '../../../platform/errors.ts';
import { getTargetId } from '../../inventory/stock.repository.ts';
import { editStock } from '../../inventory/stock-edit.repository.ts';
import { countOnHand, type PolicyColumns } from '../../inventory/stock-policy.ts';
import type { Candidate, PartCount } from './bundle.repository.ts';
import * as repository from './bundle.repository.ts';

const createPartError = (path: string, code: Issue['code'], message: string): AppError =>
  new AppError('invalid_request', message, { issues: [{ path, code, message }] });

const toPartCounts = (sent: readonly BundlePartInput[]): PartCount[] =>
  sent.map(({ product, variant, count }) => ({ productId: product.toLowerCase(), variantId: variant?.toLowerCase() ?? null, count }));

const toCounts = (parts: readonly PartCount[]): PartCount[] =>
  parts.map(({ productId, variantId, count }) => ({ productId, variantId, count }));

/** Before the bundle itself is locked: see `lockBundle`. Nothing without parts. */
export async function lockParts(tx: Database, id: string, sent: readonly BundlePartInput[] | undefined): Promise<void> {
  if (sent?.length)
    await repository.lockBundle(
      tx,
      id,
      toPartCounts(sent).map(({ productId }) => productId),
    );
}

/** Those of an earlier version that can still be parts of this product, or are it already. */
export async function listUsable(db: Database, id: string, parts: PartCount[], current: PartCount[]): Promise<PartCount[]> {
  const candidates = await repository.listCandidates(db, [id, ...parts.map(({ productId }) => productId)]);
  const own = candidates.get(id);
  if (own?.hasOptions || own?.bundleNames.length) return [];
  const kept = new Set(current.map(getTargetId));
  return parts.filter((it) => kept.has(getTargetId(it)) || !findObstacle(it, candidates.get(it.productId)));
}

/** Why it can't be a part; null: it can. */
function findObstacle(part: PartCount, found: Candidate | undefined): [code: Issue['code'], message: string] | null {
  if (!found) return ['unknown', 'This part no longer exists. Choose another product.'];
  const { name, isBundle, isActive, hasOptions, variantIds } = found;
  if (isBundle) return ['not_allowed', `${name} is a bundle itself, and a bundle can't contain bundles. Add its parts instead.`];
  if (hasOptions && part.variantId === null)
    return ['variant_required', `${name} comes in several variants: choose which one is the part.`];
  if (part.variantId !== null && !variantIds.includes(part.variantId))
    return ['unknown', `This variant of ${name} no longer exists. Choose another.`];
  return isActive ? null : ['unavailable', `${name} isn't active, so it can't be sold in a bundle. Publish it first.`];
}

/** A product as it is locked. */
interface Current extends PolicyColumns {
  id: string;
  name: string;
  isBundle: boolean;
  /** Null: it is no bundle. */
  parts: readonly PartCount[] | null;
  /** Whether it will have options. */
  hasOptions: boolean;
}

/** A part that the bundle has already may stay, whatever became of it. */
async function checkParts(tx: Database, current: Pick<Current, 'id' | 'name' | 'parts'>, parts: PartCount[]): Promise<void> {
  const candidates = await repository.listCandidates(tx, [current.id, ...parts.map(({ productId }) => productId)]);
  const bundleNames = candidates.get(current.id)?.bundleNames ?? [];
  if (bundleNames.length) {
    const message = `${current.name} is a part of ${bundleNames.join(', ')}, and a bundle can't contain bundles. Take it out there first.`;
    throw createPartError('parts', 'not_allowed', message);
  }
  const kept = new Set(current.parts?.map(getTargetId));
  const seen = new Set<string>();
  for (const [index, part] of parts.entries()) {
    const [path, id, found] = [`parts.${index}`, getTargetId(part), candidates.get(part.productId)];
    if (part.productId === current.id) throw createPartError(path, 'not_allowed', "A bundle can't contain itself.");
    if (seen.has(id)) throw createPartError(path, 'invalid_choice', 'This part occurs twice. Name it once, with a higher count.');
    seen.add(id);
    const obstacle = kept.has(id) && !found?.isBundle ? null : findObstacle(part, found);
    if (obstacle) throw createPartError(path, ...obstacle);
  }
}

/** The parts that the product will have, all of them locked; null: they stay as they are. Throws `invalid_request`. */
export async function planBundle(
  tx: Database,
  current: Current,
  sent: readonly BundlePartInput[] | undefined,
): Promise<PartCount[] | null> {
  const parts = sent ? toPartCounts(sent) : toCounts(current.parts ?? []);
  if (parts.length && current.hasOptions) {
    const message = "A bundle can't have options: its stock is that of its parts. Take its parts out first, or its options.";
    throw createPartError(sent ? 'parts' : 'options', 'not_allowed', message);
  }
  if (!sent || isDeepStrictEqual(parts, toCounts(current.parts ?? []))) return null;
  await checkParts(tx, current, parts);
  return parts;
}

/** Of a product that becomes a bundle, or is one no more. */
export const EMPTY_STOCK: PolicyColumns = { quantity: 0, stockPolicy: null, onHand: null };

/** What a bundle's form says of its own stock doesn't count. One that is no bundle any more begins with nothing. */
export function toOwnStock<Change extends { quantity?: number; shownQuantity?: number; stock?: unknown }>(
  change: Change,
  parts: readonly PartCount[],
): Change {
  if (!parts.length) return { ...change, shownQuantity: 0 };
  const { quantity: _q, shownQuantity: _s, stock: _p, ...others } = change;
  return others as Change;
}

/** What is there of a product that becomes a bundle is taken off its ledger first. */
export async function writeBundle(
  tx: Database,
  current: Pick<Current, 'id' | 'isBundle' | keyof PolicyColumns>,
  parts: PartCount[],
  edit: { productVersion: number | undefined; at: Date },
): Promise<void> {
  const { id: productId } = current;
  const there = current.isBundle ? 0 : countOnHand(current);
  if (there) await editStock(tx, { productId, change: -there, ...edit });
  await repository.replaceParts(tx, productId, parts);
}

/** Of a product that was just created. */
export async function makeBundle(
  tx: Database,
  created: Pick<Current, 'id' | 'name' | 'hasOptions'>,
  sent: BundlePartInput[],
  at: Date,
): Promise<void> {
  await lockParts(tx, created.id, sent);
  const product = { ...created, ...EMPTY_STOCK, isBundle: false, parts: null };
  await writeBundle(tx, product, (await planBundle(tx, product, sent)) ?? [], { productVersion: undefined, at });
}

/** For products that a bundle may name. Throws `invalid_request` where one does. */
export async function refuseParts<T>(db: Database, id: string, remove: () => Promise<T>): Promise<T> {
  try {
    return await remove();
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    const found = (await repository.listCandidates(db, [id])).get(id);
    if (!found?.bundleNames.length) throw error;
    const message = `${found.name} is a part of ${found.bundleNames.join(', ')}. Take it out there, or delete the bundle, before you delete it.`;
    throw createPartError('id', 'not_allowed', message);
  }
}
