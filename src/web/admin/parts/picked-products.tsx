/** Products that are picked by hand, in an order by hand: those of a collection, and what a category or a search puts first. */
import { type PointerEvent, useState } from 'react';
import { MAX_PAGE_SIZE, SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import type { PickedProduct } from '../../../contract/pins.ts';
import { listProductTable } from '../../../contract/product-table.ts';
import type { Api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { TextField } from '../../kit/field.tsx';
import { ChevronIcon, CloseIcon } from '../../kit/icons.tsx';
import { Badge } from '../../kit/status.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { ProductImage } from '../../shared/products/product-image.tsx';
import { usePausedText } from './list-controls.tsx';
import { pickedProducts as words } from './messages.ts';
import { useSortable } from './use-sortable.ts';

const FOUND_SHOWN = 6;

/** A hidden field holds the ids, with commas between: so the form knows whether they were changed. */
export const parseIds = (text: string): string[] => text.split(',').filter(Boolean);

interface RowProps {
  product: PickedProduct | undefined;
  index: number;
  count: number;
  isDragged: boolean;
  onStep: (to: number, button: 'up' | 'down') => void;
  onRemove: () => void;
  onDragStart: (event: PointerEvent) => void;
}

/** One that was deleted keeps its row, so that it can be removed. */
function PickedRow({ product, index, count, isDragged, onStep, onRemove, onDragStart }: RowProps) {
  const name = product?.name ?? words.gone;
  const status = product && words.statuses[product.status];
  return (
    <li className={classNames('flex min-w-0 items-center gap-3 py-1.5', isDragged && 'opacity-50')}>
      {/* Dragging is an alternative to the buttons beside it. */}
      <span
        data-drag-handle
        onPointerDown={onDragStart}
        className="flex min-w-0 grow cursor-grab touch-none items-center gap-3 select-none active:cursor-grabbing"
      >
        <span className="tabular-nums w-5 shrink-0 text-small text-soft max-sm:hidden">{index + 1}</span>
        <span className="pointer-events-none block w-11 shrink-0 overflow-hidden rounded-control bg-line/50">
          <ProductImage image={product?.image ?? ''} alt="" sizes="44px" className="aspect-square object-contain" />
        </span>
        <span className="min-w-0 grow">
          <bdi className={classNames('line-clamp-2 wrap-anywhere', !product && 'text-soft')}>{name}</bdi>
          {status && (
            <span title={words.notShown}>
              <Badge>{status}</Badge>
            </span>
          )}
        </span>
      </span>
      <span className="flex shrink-0">
        <Button
          variant="quiet"
          size="small"
          data-move="up"
          aria-label={words.moveUp(name)}
          disabled={index === 0}
          onClick={() => onStep(index - 1, 'up')}
        >
          <ChevronIcon className="rotate-180" />
        </Button>
        <Button
          variant="quiet"
          size="small"
          data-move="down"
          aria-label={words.moveDown(name)}
          disabled={index === count - 1}
          onClick={() => onStep(index + 1, 'down')}
        >
          <ChevronIcon />
        </Button>
        <Button variant="quiet" size="small" aria-label={words.remove(name)} onClick={onRemove}>
          <CloseIcon />
        </Button>
      </span>
    </li>
  );
}

/** Null while there is nothing to look for. */
function useFound(keyword: string): PickedProduct[] | null {
  const paused = usePausedText(keyword);
  const { data } = useLoad(`products to pick ${paused}`, async (api, signal) => {
    const query = { keyword: paused, limit: FOUND_SHOWN * 2 };
    const found = paused ? await api(listProductTable, { query, signal }) : { products: [] };
    return { keyword: paused, products: found.products.map(toPicked) };
  });
  return keyword && data?.keyword === keyword ? data.products : null;
}

const toPicked = ({ _id, name, image, status }: PickedProduct): PickedProduct => ({ _id, name, image, status });

/** As many at once as a page has, by a call that those who may only look can make too. */
async function loadPicked(api: Api, ids: readonly string[], signal: AbortSignal): Promise<PickedProduct[]> {
  const pages = Array.from({ length: Math.ceil(ids.length / MAX_PAGE_SIZE) }, (_, page) =>
    ids.slice(page * MAX_PAGE_SIZE, (page + 1) * MAX_PAGE_SIZE).join(),
  );
  const found = await Promise.all(pages.map((it) => api(listProductTable, { query: { ids: it, limit: MAX_PAGE_SIZE }, signal })));
  return found.flatMap(({ products }) => products.map(toPicked));
}

interface PickedProductsProps {
  /** Of the hidden field. */
  name: string;
  /** Ids with commas between, with which it begins. */
  value: string;
  max: number;
  error?: string | undefined;
  onChange?: (ids: string[]) => void;
}

export function PickedProducts({ name, value, max, error, onChange }: PickedProductsProps) {
  const [ids, setIds] = useState(() => parseIds(value));
  const [added, setAdded] = useState<PickedProduct[]>([]);
  const [keyword, setKeyword] = useState('');
  const { data } = useLoad(`picked products ${value}`, (api, signal) => loadPicked(api, parseIds(value), signal));
  const known = new Map([...(data ?? []), ...added].map((it) => [it._id, it]));
  const found = useFound(keyword.trim())?.filter(({ _id }) => !ids.includes(_id));
  const change = (next: string[]) => {
    setIds(next);
    onChange?.(next);
  };
  const move = (id: string, to: number) => change(ids.filter((it) => it !== id).toSpliced(to, 0, id));
  const { list, listProps, draggedKey, movedTo, step, startDrag } = useSortable(ids, move);
  const movedName = known.get(ids[movedTo] ?? '')?.name;

  return (
    <div className="flex flex-col gap-3">
      <input type="hidden" name={name} value={ids.join()} />
      {ids.length > 0 && (
        <ol ref={list} {...listProps} className="-my-1 max-h-[32rem] divide-y divide-line overflow-y-auto">
          {ids.map((id, index) => (
            <PickedRow
              key={id}
              product={known.get(id)}
              index={index}
              count={ids.length}
              isDragged={draggedKey === id}
              onStep={(to, button) => step(id, to, button)}
              onRemove={() => change(ids.filter((it) => it !== id))}
              onDragStart={(event) => startDrag(event, id)}
            />
          ))}
        </ol>
      )}
      <p aria-live="polite" className="sr-only">
        {movedName && words.moved(movedName, movedTo + 1, ids.length)}
      </p>
      <TextField
        label={words.find}
        hint={ids.length < max ? words.findHint : words.full(max)}
        error={error}
        value={keyword}
        disabled={ids.length >= max}
        maxLength={SEARCH_MAX_LENGTH}
        autoComplete="off"
        onChange={(event) => setKeyword(event.target.value)}
        onKeyDown={(event) => {
          // Enter is for this field, and must not submit the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <ul aria-live="polite" className="-ml-3 grid justify-items-start gap-1 empty:hidden">
        {found?.slice(0, FOUND_SHOWN).map((product) => (
          <li key={product._id} className="max-w-full">
            <Button
              variant="quiet"
              size="small"
              aria-label={words.add(product.name)}
              onClick={() => {
                setAdded([...added, product]);
                change([...ids, product._id]);
              }}
            >
              + <bdi className="truncate">{product.name}</bdi>
            </Button>
          </li>
        ))}
        {found?.length === 0 && <li className="text-small text-soft">{words.none}</li>}
      </ul>
      <p className="tabular-nums text-small text-soft">{words.count(ids.length, max)}</p>
    </div>
  );
}
