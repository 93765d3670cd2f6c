/** The products that a product's page shows first among the similar ones, in the merchant's order. */
import { useState } from 'react';
import { RELATED_PRODUCTS_MAX, SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { listProductTable } from '../../../contract/product-table.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { ChevronIcon, CloseIcon } from '../../kit/icons.tsx';
import type { EditConflict } from '../../shared/forms/edit-conflict.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { usePausedText } from '../parts/list-controls.tsx';
import { FormSection } from './form-section.tsx';
import { productDetails as words } from './messages.ts';

interface Named {
  _id: string;
  name: string;
}

const FOUND_SHOWN = 6;

/** Null while there is nothing to look for. */
function useFound(keyword: string): Named[] | null {
  const paused = usePausedText(keyword);
  const { data } = useLoad(`products to relate ${paused}`, async (api, signal) => {
    const found = paused ? await api(listProductTable, { query: { keyword: paused, limit: FOUND_SHOWN }, signal }) : { products: [] };
    return { keyword: paused, products: found.products.map(({ _id, name }) => ({ _id, name })) };
  });
  return keyword && data?.keyword === keyword ? data.products : null;
}

/** Names of those that the form was opened with; one that is missing was deleted. Null: they aren't known yet. */
function useNames(value: string): Map<string, string> | null {
  const { data } = useLoad(`names of products ${value}`, async (api, signal) => {
    const found = value ? await api(listProductTable, { query: { ids: value, limit: RELATED_PRODUCTS_MAX }, signal }) : { products: [] };
    return found.products.map(({ _id, name, status }) => [_id, status === 'active' ? name : words.relatedHidden(name)] as const);
  });
  return data ? new Map(data) : null;
}

interface RelatedListProps {
  ids: string[];
  name: (id: string) => string;
  change: (ids: string[]) => void;
}

function RelatedList({ ids, name, change }: RelatedListProps) {
  const move = (from: number, by: number) => change(ids.toSpliced(from, 1).toSpliced(from + by, 0, ids[from] ?? ''));
  const button = 'inline-flex size-9 items-center justify-center rounded-control text-soft hover:text-ink disabled:opacity-30';
  return (
    <ol className="flex flex-col gap-2 empty:hidden">
      {ids.map((id, index) => (
        <li key={id} className="flex items-center gap-1 rounded-control border border-line pl-3">
          <bdi className="min-w-0 grow wrap-anywhere">{name(id)}</bdi>
          <button
            type="button"
            className={button}
            disabled={index === 0}
            aria-label={words.moveUp(name(id))}
            onClick={() => move(index, -1)}
          >
            <ChevronIcon className="rotate-180" />
          </button>
          <button
            type="button"
            className={button}
            disabled={index === ids.length - 1}
            aria-label={words.moveDown(name(id))}
            onClick={() => move(index, 1)}
          >
            <ChevronIcon />
          </button>
          <button
            type="button"
            className={button}
            aria-label={words.removeRelated(name(id))}
            onClick={() => change(ids.toSpliced(index, 1))}
          >
            <CloseIcon />
          </button>
        </li>
      ))}
    </ol>
  );
}

function RelatedChooser({ value }: { value: string }) {
  const [ids, setIds] = useState(() => value.split(',').filter(Boolean));
  const [added, setAdded] = useState<Named[]>([]);
  const [keyword, setKeyword] = useState('');
  const stored = useNames(value);
  const found = useFound(keyword.trim());
  const nameOf = (id: string) => added.find(({ _id }) => _id === id)?.name ?? (stored ? (stored.get(id) ?? words.relatedGone) : '…');
  return (
    <>
      <input type="hidden" name="relatedProducts" value={ids.join()} />
      <RelatedList ids={ids} name={nameOf} change={setIds} />
      {ids.length < RELATED_PRODUCTS_MAX && (
        <TextField
          label={words.findRelated}
          value={keyword}
          maxLength={SEARCH_MAX_LENGTH}
          autoComplete="off"
          onChange={(event) => setKeyword(event.target.value)}
          onKeyDown={(event) => {
            // Enter is for this field, and must not submit the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      <ul aria-live="polite" className="-ml-3 grid justify-items-start gap-1 empty:hidden">
        {found
          ?.filter(({ _id }) => !ids.includes(_id))
          .map((product) => (
            <li key={product._id}>
              <Button
                variant="quiet"
                size="small"
                aria-label={words.addRelated(product.name)}
                onClick={() => {
                  setAdded([...added, product]);
                  setIds([...ids, product._id]);
                  setKeyword('');
                }}
              >
                + <bdi>{product.name}</bdi>
              </Button>
            </li>
          ))}
        {found?.length === 0 && <li className="text-small text-soft">{words.noRelatedFound}</li>}
      </ul>
    </>
  );
}

export function RelatedField({ errors, edit }: { errors: FormState['errors']; edit: EditConflict | undefined }) {
  const field = edit?.field('relatedProducts');
  return (
    <FormSection title={words.related} hint={words.relatedHint} isUsed={Boolean(field?.value)} hasError={Boolean(errors.relatedProducts)}>
      <RelatedChooser key={field?.key ?? 'relatedProducts'} value={field?.value ?? ''} />
      {errors.relatedProducts && <p className="text-small text-danger">{errors.relatedProducts}</p>}
    </FormSection>
  );
}
