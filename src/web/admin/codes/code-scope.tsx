/** The categories and products that a discount code is for. */
import { useId, useState } from 'react';
import type { ListedCategory } from '../../../contract/category.ts';
import { SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { listSuggestions } from '../../../contract/product.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { usePausedText } from '../parts/keyword-form.tsx';
import { parseScope, type Scope } from './code-texts.ts';
import { discountCodes as words } from './messages.ts';

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
          {categories.map(({ _id, name }) => (
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
      <ul role="status" className="grid justify-items-start gap-1 empty:hidden">
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
