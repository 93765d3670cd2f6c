/** What stands in a product form, as the calls want it. */
import type { Issue } from '../../../contract/schemas/common.ts';
import { createValidationError, readField } from '../../hooks/use-form.ts';
import { products as words } from '../../messages/admin.ts';

interface ProductFormValues {
  name: string;
  description: string;
  /** US dollars; null where nothing was typed. */
  price: number | null;
  quantity: number;
  category: string;
  shipping: 0 | 1;
  image: File | null;
}

/** As people write it: `12.5`, `$1,234.50`. Whether it may be so much is the server's to say. */
const NUMBER = /^-?\$?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

function parseNumber(text: string): number | null {
  return NUMBER.test(text) ? Number(text.replace(/[$,]/g, '')) : null;
}

/** Throws a refusal naming each field that can't even be sent: no category, a number that is none. */
export function parseProductForm(values: FormData): ProductFormValues {
  const priceText = readField(values, 'price').trim();
  const price = parseNumber(priceText);
  const quantity = parseNumber(readField(values, 'quantity').trim());
  const category = readField(values, 'category');
  const image = values.get('image');
  const issues: Issue[] = [];
  if (!category) issues.push({ path: 'category', message: 'is required' });
  if (priceText && price === null) issues.push({ path: 'price', message: 'must be number' });
  if (quantity === null) issues.push({ path: 'quantity', message: 'must be integer' });
  if (issues.length || quantity === null) throw createValidationError(words.saveFailed, issues);
  return {
    name: readField(values, 'name'),
    description: readField(values, 'description'),
    price,
    quantity,
    category,
    shipping: readField(values, 'shipping') === '1' ? 1 : 0,
    image: image instanceof File && image.size > 0 ? image : null,
  };
}
