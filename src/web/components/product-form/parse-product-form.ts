/** Reads the product form into the body of the API calls. */
import type { Issue } from '../../../contract/schemas/common.ts';
import { createIssue, createValidationError, readField } from '../../hooks/use-form.ts';
import { products as words } from '../../messages/admin.ts';

export interface ProductFormValues {
  name: string;
  description: string;
  /** US dollars; null if left empty. */
  price: number | null;
  quantity: number;
  category: string;
  shipping: 0 | 1;
  image: File | null;
}

/** Accepts what people type: `12.5`, `$1,234.50`. The server checks the bounds. */
const NUMBER = /^-?\$?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

function parseNumber(text: string): number | null {
  return NUMBER.test(text) ? Number(text.replace(/[$,]/g, '')) : null;
}

/** Throws a validation error with an issue for each field that can't be sent: no category or shipping, not a number. */
export function parseProductForm(values: FormData): ProductFormValues {
  const priceText = readField(values, 'price').trim();
  const price = parseNumber(priceText);
  const quantity = parseNumber(readField(values, 'quantity').trim());
  const category = readField(values, 'category');
  const shipping = readField(values, 'shipping');
  const image = values.get('image');
  const issues: Issue[] = [];
  if (!category) issues.push(createIssue('category', 'required'));
  if (priceText && price === null) issues.push(createIssue('price', 'not_a_number'));
  if (quantity === null) issues.push(createIssue('quantity', 'not_an_integer'));
  if (!shipping) issues.push(createIssue('shipping', 'required'));
  if (issues.length || quantity === null) throw createValidationError(words.saveFailed, issues);
  return {
    name: readField(values, 'name'),
    description: readField(values, 'description'),
    price,
    quantity,
    category,
    shipping: shipping === '1' ? 1 : 0,
    image: image instanceof File && image.size > 0 ? image : null,
  };
}
