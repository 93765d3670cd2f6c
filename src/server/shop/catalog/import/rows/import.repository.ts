import type { Database } from '../../../../platform/database/connect.ts';
import { products } from '../../../database/schema/catalog.ts';

export async function listProductNames(db: Database): Promise<Set<string>> {
  const rows = await db.selectDistinct({ name: products.name }).from(products);
  return new Set(rows.map((row) => row.name));
}
