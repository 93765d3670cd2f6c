/** What the search would find, below its box, while somebody types. A file of its own: whoever searches nothing never gets it. */
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect } from 'react';
import { useNavigate } from 'react-router';
import { formatPrice } from '../../../format.ts';
import { listing, suggestions as say } from '../../../messages.store.ts';
import { nav } from '../../../messages.ts';
import { rememberProduct } from '../../../state/ahead.ts';
import { useListbox } from '../../../ui/listbox.tsx';
import { useShop } from '../../use-shop.ts';
import type { BoxProps } from '../search-form.tsx';
import { AllRow, Group, PopUp, Row } from './parts.tsx';
import { useSuggestions } from './use-suggestions.ts';

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
  const shop = useShop();
  const found = useSuggestions(keyword);
  const { products = [], categories = [] } = found ?? {};
  const isOpen = products.length + categories.length > 0;

  const choose = (id: string) => {
    const product = products.find((it) => it._id === id);
    const category = categories.find((it) => it._id === id);
    if (!product && !category) return search();
    if (product) rememberProduct(product);
    leave();
    void navigate(product ? `/product/${product.slug}` : `/category/${category?.slug}`);
  };
  const ids = [...[...products, ...categories].map((it) => it._id), ALL];
  const { inputProps, onKeyDown, optionProps, setActiveId, listId, activeId } = useListbox({ ids, isOpen, choose, close });

  useImperativeHandle(keys, () => onKeyDown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else changes what it says
  useLayoutEffect(() => {
    onBox(inputProps);
    return () => onBox();
  }, [isOpen, activeId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other words nothing is chosen yet
  useEffect(() => setActiveId(null), [keyword]);

  return (
    <>
      <p role="status" className="sr-only">
        {found?.keyword === keyword && say.count(products.length, categories.length)}
      </p>
      {isOpen && (
        <PopUp id={listId}>
          <Group label={listing.heading}>
            {products.map(({ _id, image, name, price }) => (
              <Row key={_id} option={optionProps(_id)} image={image} name={name} note={formatPrice(price)} />
            ))}
          </Group>
          <Group label={nav.categories}>
            {categories.map(({ _id, name }) => {
              // The menu has its picture.
              const known = shop.categories.find((it) => it._id === _id);
              const note = known && listing.count(known.count);
              return <Row key={_id} option={optionProps(_id)} image={known?.image ?? ''} name={name} note={note} />;
            })}
          </Group>
          <AllRow option={optionProps(ALL)} keyword={keyword} />
        </PopUp>
      )}
    </>
  );
}
