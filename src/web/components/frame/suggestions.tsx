/** What the search would find, below its box, while somebody types. A file of its own: whoever searches nothing never gets it. */
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import type { Category } from '../../../contract/category.ts';
import { type Product, suggest } from '../../../contract/product.ts';
import { api } from '../../api.ts';
import { SUGGEST_AFTER_MS, SUGGEST_STALE_MS } from '../../constants.ts';
import { formatPrice } from '../../format.ts';
import { listing, suggestions as say } from '../../messages.store.ts';
import { nav } from '../../messages.ts';
import { rememberProduct } from '../../state/ahead.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import { Listbox, Option, useListbox } from '../../ui/listbox.tsx';
import { useRoomBelow } from '../../use-room-below.ts';
import { ProductPicture, SIZES } from '../product-picture.tsx';
import { useShop } from '../use-shop.ts';
import type { BoxProps } from './search-form.tsx';

interface Found {
  keyword: string;
  products: Product[];
  categories: Category[];
}

/** Of the last text that stood still for a moment. Whatever was asked before is given up; what fails shows nothing. */
function useSuggestions(keyword: string): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  const isStale = found !== null && found.keyword !== keyword;

  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await api(suggest, { params: { keyword }, signal: stop.signal }).catch(() => null);
      if (!stop.signal.aborted) setFound(answer && { ...answer, keyword });
    }, SUGGEST_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [keyword]);

  // What belongs to the text before is gone soon, but not between two letters: its pictures would flash.
  useEffect(() => {
    if (!isStale) return;
    const timer = setTimeout(() => setFound(null), SUGGEST_STALE_MS);
    return () => clearTimeout(timer);
  }, [isStale]);

  return found;
}

const ALL = 'all';

interface SuggestionsProps {
  /** What stands in the box, never empty. */
  keyword: string;
  /** Is given what the box says of the list, and nothing once there is none. */
  onBox: (props?: BoxProps) => void;
  /** What the keys of the box do. */
  keys: Ref<(event: KeyboardEvent) => void>;
  /** For all that fits. */
  search: () => void;
  close: () => void;
  /** Something was chosen: the box has done its work. */
  leave: () => void;
}

export function Suggestions({ keyword, onBox, keys, search, close, leave }: SuggestionsProps) {
  const navigate = useNavigate();
  const found = useSuggestions(keyword);
  const { products = [], categories = [] } = found ?? {};
  const count = products.length + categories.length;

  const choose = (id: string) => {
    const product = products.find((it) => it._id === id);
    const category = categories.find((it) => it._id === id);
    if (!product && !category) return search();
    if (product) rememberProduct(product);
    leave();
    void navigate(product ? `/product/${product.slug}` : `/category/${category?.slug}`);
  };
  const { inputProps, onKeyDown, optionProps, setActiveId, listId, activeId } = useListbox({
    ids: [...[...products, ...categories].map((it) => it._id), ALL],
    isOpen: count > 0,
    choose,
    close,
  });

  useImperativeHandle(keys, () => onKeyDown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else changes what it says
  useLayoutEffect(() => {
    onBox(inputProps);
    return () => onBox();
  }, [count > 0, activeId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other words nothing is chosen yet
  useEffect(() => setActiveId(null), [keyword]);

  return (
    <>
      <p role="status" className="sr-only">
        {found?.keyword === keyword && say.count(products.length, categories.length)}
      </p>
      {count > 0 && (
        <PopUp id={listId}>
          <Group label={listing.heading}>
            {products.map((product) => (
              <Option key={product._id} {...optionProps(product._id)}>
                <Thumb image={product.image} />
                <span className="min-w-0 grow py-1.5">
                  <bdi className="line-clamp-2 leading-snug">{product.name}</bdi>
                </span>{' '}
                <span className="figures shrink-0 text-soft">{formatPrice(product.price)}</span>
              </Option>
            ))}
          </Group>
          <Group label={nav.categories}>
            {categories.map((category) => (
              <CategoryOption key={category._id} category={category} option={optionProps(category._id)} />
            ))}
          </Group>
          <div className="not-first:mt-1.5 not-first:border-t not-first:border-line not-first:pt-1.5">
            <Option {...optionProps(ALL)}>
              <span className="flex w-10 shrink-0 justify-center text-soft">
                <SearchIcon />
              </span>
              <bdi className="line-clamp-1 min-w-0 py-1.5">{say.all(keyword)}</bdi>
            </Option>
          </div>
        </PopUp>
      )}
    </>
  );
}

/** As wide as the box, or wider where that is narrow; as tall as there is room above a phone's keyboard. */
function PopUp({ id, children }: { id: string; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  const room = useRoomBelow(list);
  return (
    <Listbox
      ref={list}
      id={id}
      label={say.label}
      style={{ maxHeight: room }}
      className="mt-2 max-md:-mx-2 md:right-auto md:left-1/2 md:w-full md:min-w-104 md:-translate-x-1/2"
    >
      {children}
    </Listbox>
  );
}

function Group({ label, children }: { label: string; children: ReactNode[] }) {
  const id = useId();
  if (!children.length) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-labelledby={id} className="not-first:mt-1.5 not-first:border-t not-first:border-line not-first:pt-1.5">
      <div id={id} aria-hidden="true" className="px-3 pt-1.5 pb-1 text-small font-[560] text-soft">
        {label}
      </div>
      {children}
    </div>
  );
}

function Thumb({ image }: { image: string }) {
  return (
    <span className="my-1 size-10 shrink-0 overflow-hidden rounded-control">
      <ProductPicture image={image} alt="" sizes={SIZES.chip} isEager />
    </span>
  );
}

/** With the picture that the menu has for it. */
function CategoryOption({ category, option }: { category: Category; option: Omit<ComponentProps<typeof Option>, 'children'> }) {
  const known = useShop().categories.find((it) => it._id === category._id);
  return (
    <Option {...option}>
      <Thumb image={known?.image ?? ''} />
      <span className="min-w-0 grow py-1.5">
        <bdi className="line-clamp-2 leading-snug">{category.name}</bdi>
      </span>{' '}
      {known && <span className="figures shrink-0 text-small text-soft">{listing.count(known.count)}</span>}
    </Option>
  );
}
