/** What stands in a product form, as the calls want it. */
import type { Issue } from '../../../contract/common.ts';
import { products as words } from '../../messages.admin.ts';
import { refusal, textOf } from '../../use-form.ts';

interface TypedProduct {
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

function toNumber(text: string): number | null {
  return NUMBER.test(text) ? Number(text.replace(/[$,]/g, '')) : null;
}

/** Throws a refusal naming each field that can't even be sent: no category, a number that is none. */
export function readProduct(values: FormData): TypedProduct {
  const priceText = textOf(values, 'price').trim();
  const price = toNumber(priceText);
  const quantity = toNumber(textOf(values, 'quantity').trim());
  const category = textOf(values, 'category');
  const image = values.get('image');
  const issues: Issue[] = [];
  if (!category) issues.push({ path: 'category', message: 'is required' });
  if (priceText && price === null) issues.push({ path: 'price', message: 'must be number' });
  if (quantity === null) issues.push({ path: 'quantity', message: 'must be integer' });
  if (issues.length || quantity === null) throw refusal(words.notDone, issues);
  return {
    name: textOf(values, 'name'),
    description: textOf(values, 'description'),
    price,
    quantity,
    category,
    shipping: textOf(values, 'shipping') === '1' ? 1 : 0,
    image: image instanceof File && image.size > 0 ? image : null,
  };
}
