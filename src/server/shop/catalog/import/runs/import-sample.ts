/** A sample file with the shop's own columns. Uploaded without changes, it creates two drafts. */
import type { Database } from '../../../../platform/database/connect.ts';
import { writeCsvRow } from '../../../../platform/http/csv.ts';
import { absoluteImageUrl } from '../../../content/media/image-url.ts';
import { findNewestImageId } from '../../products/product.repository.ts';
import { CSV_COLUMNS } from '../reading/csv-columns.ts';

const COLUMNS = [...CSV_COLUMNS.required, ...CSV_COLUMNS.optional];
const ANY_IMAGE = 'https://example.com/images/mug.jpg';

const ROWS: Record<string, string>[] = [
  {
    name: 'Stoneware mug',
    description: 'A mug for 300 ml, safe in the dishwasher.',
    price: '14.50',
    quantity: '25',
    category: 'Kitchen',
    shipping: '1',
    compare_at_price: '18.00',
    sku: 'MUG-300',
    weight: '380',
    status: 'draft',
    attributes: 'Material: Stoneware | Made in: Portugal',
  },
  {
    name: 'Linen shirt',
    description: 'A light shirt in two sizes.',
    price: '49.00',
    quantity: '0',
    category: 'Shirts',
    shipping: '1',
    status: 'draft',
    options: 'Size: S, M',
    variants: 'S: 49.00, 5, SHIRT-S; M: 52.00, 3, SHIRT-M',
  },
];

export async function* exportImportSample(db: Database, origin: string): AsyncGenerator<string> {
  // An image that the shop has needn't be fetched, so the sample works without changes.
  const imageId = await findNewestImageId(db);
  const image = imageId ? absoluteImageUrl(imageId, origin) : ANY_IMAGE;
  yield writeCsvRow(COLUMNS);
  for (const row of ROWS) yield writeCsvRow(COLUMNS.map((column) => (column === 'image' ? image : (row[column] ?? ''))));
}
