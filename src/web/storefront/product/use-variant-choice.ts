/** Which variant of a product is chosen: in the page's URL, or not yet. */

import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DetailedProduct } from '../../../contract/product.ts';
import type { ProductOption, Variant } from '../../../contract/product-fields.ts';
import { isUuid } from '../../../contract/values.ts';
import { type CartItem, toCartItem } from '../../state/cart-item.ts';

/** The choice in a product page's URL. */

export const VARIANT_PARAM = 'variant';

/** Empty if the URL names no variant, or something that is no id. */
export function readVariantId(search: URLSearchParams): string {
  const id = search.get(VARIANT_PARAM) ?? '';
  return isUuid(id) ? id : '';
}

export const buildVariantUrl = (id: string): string => (id ? `?${VARIANT_PARAM}=${id}` : '');

type Values = Readonly<Record<string, string>>;

const NO_OPTIONS: ProductOption[] = [];
const NO_VARIANTS: Variant[] = [];

/** in-stock, or sold-out, with what else is chosen; unsold: the merchant has no such combination. */
export type ValueState = 'in-stock' | 'sold-out' | 'unsold';

const fits = (variant: Variant, values: Values) => Object.entries(values).every(([name, value]) => variant.options[name] === value);

function getValueState(variants: Variant[], values: Values, name: string, value: string): ValueState {
  const fitting = variants.filter((variant) => fits(variant, { ...values, [name]: value }));
  if (!fitting.length) return 'unsold';
  return fitting.some(({ quantity }) => quantity > 0) ? 'in-stock' : 'sold-out';
}

export interface VariantChoice {
  options: ProductOption[];
  values: Values;
  choose: (name: string, value: string) => void;
  getState: (name: string, value: string) => ValueState;
  /** What can be put into the cart; null until everything is chosen. */
  item: CartItem | null;
  /** Everything is chosen, and there is no such combination. */
  isUnsold: boolean;
  /** The first option that was asked for and isn't chosen yet. */
  askedFor: string | undefined;
  /** Asks for what isn't chosen yet. */
  ask: () => void;
}

/** What there is only one of needs no choice. */
const chooseSingles = (options: ProductOption[]): Values =>
  Object.fromEntries(
    options.flatMap(({ name, values: [only, ...others] }) => (only !== undefined && !others.length ? [[name, only]] : [])),
  );

export function useVariantChoice(product: DetailedProduct): VariantChoice {
  const { options = NO_OPTIONS, variants = NO_VARIANTS } = product;
  const [search, setSearch] = useSearchParams();
  const linkedId = readVariantId(search);
  const linked = variants.find(({ _id }) => _id === linkedId) ?? (variants.length === 1 ? variants[0] : undefined);
  const [values, setValues] = useState<Values>(linked?.options ?? chooseSingles(options));
  const [isAsked, setIsAsked] = useState(false);
  /** The choice that the URL is about to contain after a click here. */
  const pendingId = useRef<string>(undefined);
  useEffect(() => {
    if (pendingId.current !== undefined) {
      if (pendingId.current === linkedId) pendingId.current = undefined;
      return;
    }
    // Changed without a click here: back, forward, or a link to another variant.
    if (linked) setValues((current) => (fits(linked, current) ? current : linked.options));
  }, [linkedId, linked]);

  const isComplete = options.every(({ name }) => values[name] !== undefined);
  const chosen = isComplete ? variants.find((variant) => fits(variant, values)) : undefined;
  const choose = (name: string, value: string) => {
    const next = { ...values, [name]: value };
    setValues(next);
    const found = options.every((option) => next[option.name] !== undefined) ? variants.find((variant) => fits(variant, next)) : undefined;
    const nextId = found?._id ?? '';
    pendingId.current = nextId === linkedId ? undefined : nextId;
    setSearch(found ? { [VARIANT_PARAM]: found._id } : {}, { replace: true, preventScrollReset: true });
  };
  const missing = options.find(({ name }) => values[name] === undefined)?.name;
  return {
    options,
    values,
    choose,
    getState: (name, value) => {
      const { [name]: _own, ...others } = values;
      return getValueState(variants, others, name, value);
    },
    item: options.length ? (chosen ? toCartItem(product, chosen._id) : null) : toCartItem(product),
    isUnsold: isComplete && options.length > 0 && !chosen,
    askedFor: isAsked ? missing : undefined,
    ask: () => setIsAsked(true),
  };
}
