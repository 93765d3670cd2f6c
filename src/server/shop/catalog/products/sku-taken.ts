/** Finds out which of the sent SKUs are taken, because the database's error doesn't name them. */
import type { Issue } from '../../../../contract/errors.ts';
import type { VariantsInput } from '../../../../contract/product-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findUniqueViolation } from '../../../platform/database/pg-errors.ts';
import { AppError } from '../../../platform/errors.ts';
import { listTakenSkus } from './variant.repository.ts';

const INDEXES = ['products_sku_key', 'product_variants_sku_key'];

export const isSkuTaken = (error: unknown): boolean => INDEXES.includes(findUniqueViolation(error) ?? '');

interface SentSkus {
  /** Null: a new one. */
  productId: string | null;
  /** The product's new SKU. */
  sku: string | null | undefined;
  variants: VariantsInput | undefined;
}

export async function createSkuTakenError(db: Database, { productId, sku, variants = [] }: SentSkus): Promise<AppError> {
  const own = sku?.trim();
  const sent = variants.map((it) => it.sku?.trim() ?? '');
  const taken = await listTakenSkus(db, [own ?? '', ...sent].filter(Boolean), productId);
  const createIssue = (path: string): Issue => ({ path, code: 'taken', message: 'is taken' });
  const issues = sent.flatMap((it, index) => {
    const isOwn = it !== '' && it.toLowerCase() === own?.toLowerCase();
    return isOwn || taken.has(it.toLowerCase()) ? [createIssue(`variants.${index}.sku`)] : [];
  });
  if (!issues.length || taken.has(own?.toLowerCase() ?? '')) issues.unshift(createIssue('sku'));
  const names = issues.map(({ path }) => (path === 'sku' ? own : sent[Number(path.split('.')[1])]));
  return new AppError('sku_taken', `There is already a product with the SKU ${names.join(', ')}`, { issues });
}
