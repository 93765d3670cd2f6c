/** The categories and products that a discount code is for. */

import { useId, useState } from 'react';
import type { ListedCategory } from '../../../contract/category.ts';
import type { DiscountCode, DiscountCodeInput } from '../../../contract/discount-code.ts';
import type { Issue } from '../../../contract/errors.ts';
import { SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { listSuggestions } from '../../../contract/product-search.ts';
import { fromZonedTime } from '../../../contract/time-zone.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { getTimeZone } from '../../shared/format.ts';
import type { ConflictFields } from '../../shared/forms/edit-conflict.tsx';
import { createIssue, readField } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { nameCategories } from '../parts/category-fields.tsx';
import { usePausedText } from '../parts/list-controls.tsx';
import { COUNT, PRICE, parseNumber, toInput, toPriceInput, toShopTime } from '../parts/values.ts';
import { discountCodes as words } from './messages.ts';

/** Converts a discount code to the texts of its form, and back. */
const NAMES = ['kind', 'value', 'minimum', 'startsAt', 'endsAt', 'maxUses', 'maxUsesPerCustomer', 'scope'] as const;
type Texts = Record<string, string>;

/** What a code is for, as one text: a hidden field holds it. */
interface Scope {
  categories: string[];
  products: { _id: string; name: string }[];
}

export const describeTexts: ConflictFields = {
  kind: { label: words.kind, format: (kind) => words.kinds[kind as DiscountCode['kind']] },
  value: { label: words.value },
  minimum: { label: words.minimum },
  startsAt: { label: words.startsAt },
  endsAt: { label: words.endsAt },
  maxUses: { label: words.maxUses },
  maxUsesPerCustomer: { label: words.maxUsesPerCustomer },
};

const parseScope = (text: string): Scope => JSON.parse(text || '{"categories":[],"products":[]}') as Scope;

export function describeScope(text: string, categories: ListedCategory[]): string {
  const scope = parseScope(text);
  const known = nameCategories(categories);
  const names = scope.categories.map((id) => known.get(id) ?? id);
  return [...names, ...scope.products.map(({ name }) => name)].join(', ');
}

export function toTexts(code: DiscountCode | null): Texts {
  const products = code?.products.map((_id) => ({ _id, name: code.productNames.find((it) => it._id === _id)?.name ?? _id })) ?? [];
  return {
    kind: code?.kind ?? 'percent',
    value: toInput(code?.value),
    minimum: toPriceInput(code?.minimum || null),
    startsAt: toShopTime(code?.startsAt ?? null),
    endsAt: toShopTime(code?.endsAt ?? null),
    maxUses: String(code?.maxUses ?? ''),
    maxUsesPerCustomer: String(code?.maxUsesPerCustomer ?? ''),
    scope: JSON.stringify({ categories: code?.categories ?? [], products } satisfies Scope),
  };
}

export const readTexts = (values: FormData): Texts => Object.fromEntries(NAMES.map((name) => [name, readField(values, name).trim()]));

export function parseTexts(texts: Texts): { input: DiscountCodeInput; issues: Issue[] } {
  const issues: Issue[] = [];
  const readNumber = (name: string, range = PRICE): number | null => {
    const text = texts[name] ?? '';
    if (!text) return null;
    const number = parseNumber(text, range);
    if (number === null) issues.push(createIssue(name, 'not_a_number'));
    return number;
  };
  const readTime = (name: string): string | null => {
    const text = texts[name] ?? '';
    if (!text) return null;
    const at = fromZonedTime(text, getTimeZone());
    if (!at) issues.push(createIssue(name, 'invalid_format'));
    return at?.toISOString() ?? null;
  };
  const kind = texts.kind as DiscountCodeInput['kind'];
  const scope = parseScope(texts.scope ?? '');
  const input: DiscountCodeInput = {
    kind,
    value: kind === 'free_shipping' ? null : readNumber('value'),
    minimum: readNumber('minimum') ?? 0,
    startsAt: readTime('startsAt'),
    endsAt: readTime('endsAt'),
    maxUses: readNumber('maxUses', COUNT),
    maxUsesPerCustomer: readNumber('maxUsesPerCustomer', COUNT),
    categories: scope.categories,
    products: scope.products.map(({ _id }) => _id),
  };
  return { input, issues };
}

export function CodeScope({ text, categories }: { text: string; categories: ListedCategory[] }) {
  const [scope, setScope] = useState<Scope>(() => parseScope(text));
  const hintId = useId();
  const toggle = (id: string) =>
    setScope({
      ...scope,
      categories: scope.categories.includes(id) ? scope.categories.filter((it) => it !== id) : [...scope.categories, id],
    });
  return (
    <>
      <input type="hidden" name="scope" value={JSON.stringify(scope)} />
      <fieldset aria-describedby={hintId}>
        <legend className="text-small font-[560]">{words.categories}</legend>
        <p id={hintId} className="text-small text-soft">
          {words.scopeHint}
        </p>
        <div className="mt-1 grid gap-x-4 sm:grid-cols-2">
          {[...nameCategories(categories)].map(([_id, name]) => (
            <label key={_id} className="flex min-h-9 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                checked={scope.categories.includes(_id)}
                onChange={() => toggle(_id)}
                className="size-4 shrink-0 accent-accent"
              />
              <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
            </label>
          ))}
        </div>
      </fieldset>
      <ProductScope products={scope.products} change={(products) => setScope({ ...scope, products })} />
    </>
  );
}

function ProductScope({ products, change }: { products: Scope['products']; change: (products: Scope['products']) => void }) {
  const [keyword, setKeyword] = useState('');
  const found = useProducts(keyword.trim());
  return (
    <section aria-label={words.products} className="flex flex-col gap-2">
      <p className="text-small font-[560]">{words.products}</p>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {products.map(({ _id, name }) => (
          <li key={_id} className="flex items-center gap-1 rounded-control border border-line pl-3">
            <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
            <button
              type="button"
              aria-label={words.removeProduct(name)}
              onClick={() => change(products.filter((it) => it._id !== _id))}
              className="inline-flex size-9 items-center justify-center rounded-control text-soft hover:text-ink"
            >
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
      <TextField
        label={words.findProduct}
        value={keyword}
        maxLength={SEARCH_MAX_LENGTH}
        autoComplete="off"
        onChange={(event) => setKeyword(event.target.value)}
        onKeyDown={(event) => {
          // Enter is for this field, and must not submit the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <ul aria-live="polite" className="-ml-3 grid justify-items-start gap-1 empty:hidden">
        {found
          ?.filter(({ _id }) => products.every((it) => it._id !== _id))
          .map((product) => (
            <li key={product._id}>
              <Button
                variant="quiet"
                size="small"
                aria-label={words.addProduct(product.name)}
                onClick={() => {
                  change([...products, product]);
                  setKeyword('');
                }}
              >
                + <bdi>{product.name}</bdi>
              </Button>
            </li>
          ))}
        {found?.length === 0 && <li className="text-small text-soft">{words.noProductFound}</li>}
      </ul>
    </section>
  );
}

/** Null while there is nothing to look for. */
function useProducts(keyword: string): Scope['products'] | null {
  const paused = usePausedText(keyword);
  const { data } = useLoad(`products for a code ${paused}`, async (api, signal) => {
    const found = paused ? await api(listSuggestions, { params: { keyword: paused }, signal }) : { products: [] };
    return { keyword: paused, products: found.products.map(({ _id, name }) => ({ _id, name })) };
  });
  return keyword && data?.keyword === keyword ? data.products : null;
}
