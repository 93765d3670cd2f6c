/** Suggestions below the search input. Loaded on first focus, so that visitors who don't search never download them. */
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
import type { FoundProduct } from '../../../contract/product.ts';
import { listSuggestions } from '../../../contract/product-search.ts';
import { api } from '../../api.ts';
import { SUGGEST_DEBOUNCE_MS, SUGGEST_STALE_MS } from '../../constants.ts';
import { SearchIcon } from '../../kit/icons.tsx';
import { Listbox, Option, useAvailableHeight, useListbox } from '../../kit/listbox.tsx';
import { setPlaceholderProduct } from '../../state/prefetch.ts';
import { formatPrice } from '../format.ts';
import { nav } from '../messages/common.ts';
import { listing } from '../messages/home.ts';
import { suggestions as say } from '../messages/storefront.ts';
import { PriceBefore } from '../products/price.tsx';
import { IMAGE_SIZES, ProductImage } from '../products/product-image.tsx';
import { useShop } from '../shop-data.ts';

/** At least as wide as the search input, and no taller than the space above a phone's keyboard. */
export function SuggestionList({ id, children }: { id: string; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  const availableHeight = useAvailableHeight(list);
  return (
    <Listbox
      ref={list}
      id={id}
      label={say.label}
      style={{ maxHeight: availableHeight }}
      className="mt-2 max-md:-mx-2 md:right-auto md:left-1/2 md:w-full md:min-w-104 md:-translate-x-1/2"
    >
      {children}
    </Listbox>
  );
}

const groupSeparator = 'not-first:mt-1.5 not-first:border-t not-first:border-line not-first:pt-1.5';

export function OptionGroup({ label, children }: { label: string; children: ReactNode[] }) {
  const id = useId();
  if (!children.length) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-labelledby={id} className={groupSeparator}>
      <div id={id} aria-hidden="true" className="px-3 pt-1.5 pb-1 text-small font-[560] text-soft">
        {label}
      </div>
      {children}
    </div>
  );
}

type OptionProps = Omit<ComponentProps<typeof Option>, 'children'>;

interface SuggestionOptionProps {
  option: OptionProps;
  image: string;
  name: string;
  note: ReactNode;
}

export function SuggestionOption({ option, image, name, note }: SuggestionOptionProps) {
  return (
    <Option {...option}>
      <span className="my-1 size-10 shrink-0 overflow-hidden rounded-control">
        <ProductImage image={image} alt="" sizes={IMAGE_SIZES.thumbnail} isEager />
      </span>
      <span className="min-w-0 grow py-1.5">
        <bdi className="line-clamp-2 leading-snug">{name}</bdi>
      </span>{' '}
      <span className="tabular-nums shrink-0 text-soft">{note}</span>
    </Option>
  );
}

/** The last option: all results. */
export function AllResultsOption({ option, keyword }: { option: OptionProps; keyword: string }) {
  return (
    <div className={groupSeparator}>
      <Option {...option}>
        <span className="flex w-10 shrink-0 justify-center text-soft">
          <SearchIcon />
        </span>
        <bdi className="line-clamp-1 min-w-0 py-1.5">{say.all(keyword)}</bdi>
      </Option>
    </div>
  );
}

interface SuggestionResult {
  keyword: string;
  products: FoundProduct[];
  categories: Category[];
}

/** Suggestions for the keyword, debounced. A new keyword aborts the previous request; errors give no suggestions. */
export function useSuggestions(keyword: string): SuggestionResult | null {
  const [result, setResult] = useState<SuggestionResult | null>(null);
  const isStale = result !== null && result.keyword !== keyword;

  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const response = await api(listSuggestions, { params: { keyword }, signal: controller.signal }).catch(() => null);
      if (!controller.signal.aborted) setResult(response && { ...response, keyword });
    }, SUGGEST_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [keyword]);

  // Drop outdated suggestions after a delay: removing them on every key press would make the images flicker.
  useEffect(() => {
    if (!isStale) return;
    const timer = setTimeout(() => setResult(null), SUGGEST_STALE_MS);
    return () => clearTimeout(timer);
  }, [isStale]);

  return result;
}

/** ARIA attributes that tie the search input to the list of suggestions. */
export type SearchInputProps = ComponentProps<'input'>;

const ALL_RESULTS_ID = 'all';

interface SuggestionsProps {
  /** What is in the search input; never empty. */
  keyword: string;
  /** Called with the input's ARIA attributes, and without arguments once the list is gone. */
  onInputProps: (props?: SearchInputProps) => void;
  /** Receives the handler for key presses in the input. */
  keyHandler: Ref<(event: KeyboardEvent) => void>;
  /** Searches for everything that matches. */
  submitSearch: () => void;
  close: () => void;
  /** Called after a suggestion was opened. */
  onSelect: () => void;
}

export function Suggestions({ keyword, onInputProps, keyHandler, submitSearch, close, onSelect }: SuggestionsProps) {
  const navigate = useNavigate();
  const shop = useShop();
  const result = useSuggestions(keyword);
  const { products = [], categories = [] } = result ?? {};
  const isOpen = products.length + categories.length > 0;
  const isNear = products[0]?.matchedWords !== undefined;

  const choose = (id: string) => {
    const product = products.find((it) => it._id === id);
    const category = categories.find((it) => it._id === id);
    if (!product && !category) return submitSearch();
    if (product) setPlaceholderProduct(product);
    onSelect();
    void navigate(product ? `/product/${product.slug}` : `/category/${category?.slug}`);
  };
  const ids = [...[...products, ...categories].map((it) => it._id), ALL_RESULTS_ID];
  const { inputProps, onKeyDown, optionProps, setActiveId, listId, activeId } = useListbox({ ids, isOpen, choose, close });

  useImperativeHandle(keyHandler, () => onKeyDown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attributes depend on nothing else
  useLayoutEffect(() => {
    onInputProps(inputProps);
    return () => onInputProps();
  }, [isOpen, activeId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new keyword resets the selection
  useEffect(() => setActiveId(null), [keyword]);

  return (
    <>
      <p role="status" className="sr-only">
        {result?.keyword === keyword && say.count(products.length, categories.length, isNear)}
      </p>
      {isOpen && (
        <SuggestionList id={listId}>
          <OptionGroup label={isNear ? say.closest : listing.heading}>
            {products.map((product) => {
              const { _id, image, name, price } = product;
              const note = (
                <>
                  {formatPrice(price)}
                  <PriceBefore product={product} />
                </>
              );
              return <SuggestionOption key={_id} option={optionProps(_id)} image={image} name={name} note={note} />;
            })}
          </OptionGroup>
          <OptionGroup label={nav.categories}>
            {categories.map(({ _id, name }) => {
              // The API's categories have no image; the menu's list has.
              const listedCategory = shop.categories.find((it) => it._id === _id);
              const note = listedCategory && listing.count(listedCategory.count);
              return <SuggestionOption key={_id} option={optionProps(_id)} image={listedCategory?.image ?? ''} name={name} note={note} />;
            })}
          </OptionGroup>
          <AllResultsOption option={optionProps(ALL_RESULTS_ID)} keyword={keyword} />
        </SuggestionList>
      )}
    </>
  );
}
