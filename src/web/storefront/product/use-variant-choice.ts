/** The choice of a variant: by the URL, by a form without scripts, or by clicks. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { OPTION_VALUE_MAX_LENGTH, OPTIONS_MAX } from '../../../contract/limits.ts';
import { type DetailedProduct, readProduct } from '../../../contract/product.ts';
import type { ProductOption, Variant } from '../../../contract/product-fields.ts';
import { isUuid } from '../../../contract/values.ts';
import { api } from '../../api.ts';
import type { CartItem } from '../../state/cart.ts';
import { toCartItem } from './cart-item.ts';
import { findStates, listCombinations, readCombinations, type ValueState, type VariantSummary } from './variant-combinations.ts';

/** The chosen variant in a product page's URL. */
export const VARIANT_PARAM = 'variant';
/** A value of the option at this index: a form sends them where there are no scripts. */
export const toValueParam = (index: number): string => `o${index + 1}`;

/** Empty if the URL has no valid id of a variant. */
export function readVariantId(search: URLSearchParams): string {
  const id = search.get(VARIANT_PARAM) ?? '';
  return isUuid(id) ? id : '';
}

/** A product page's own parameters: a variant, or else values of options by their order. */
export function buildChoiceUrl(search: URLSearchParams): string {
  const id = readVariantId(search);
  if (id) return `?${VARIANT_PARAM}=${id}`;
  const names = Array.from({ length: OPTIONS_MAX }, (_it, index) => toValueParam(index));
  const values = names.flatMap((name) => {
    const value = search.get(name);
    return value && value.length <= OPTION_VALUE_MAX_LENGTH ? [[name, value]] : [];
  });
  return values.length ? `?${new URLSearchParams(values)}` : '';
}

type Values = Readonly<Record<string, string>>;

const NO_OPTIONS: ProductOption[] = [];
const NO_VARIANTS: Variant[] = [];

const fits = (variant: Variant, values: Values) => Object.entries(values).every(([name, value]) => variant.options[name] === value);
const isComplete = (options: ProductOption[], values: Values) => options.every(({ name }) => values[name] !== undefined);

/** Options with a single value are chosen already. */
function readValues(options: ProductOption[], search: URLSearchParams): Values {
  const chosen = options.flatMap(({ name, values: [only = '', ...others] }, index) => {
    const sent = search.get(toValueParam(index)) ?? '';
    if (!others.length) return [[name, only]];
    return options[index]?.values.includes(sent) ? [[name, sent]] : [];
  });
  return Object.fromEntries(chosen);
}

/** The variant that a form without scripts has chosen; null: something isn't chosen yet, or there is no such variant. */
export function findChosen({ options = [], variants = [] }: DetailedProduct, search: URLSearchParams): Variant | null {
  if (!options.some((_option, index) => search.has(toValueParam(index)))) return null;
  const values = readValues(options, search);
  return (isComplete(options, values) && variants.find((it) => fits(it, values))) || null;
}

export interface VariantChoice {
  options: ProductOption[];
  values: Values;
  choose: (name: string, value: string) => void;
  /** By the index of the option and that of the value. */
  states: ValueState[][];
  /** What can be put into the cart; null until everything is chosen. */
  item: CartItem | null;
  /** Everything is chosen, and there is no such combination. */
  isUnsold: boolean;
  /** The first option that was asked for and isn't chosen yet. */
  askedFor: string | undefined;
  /** Asks for what isn't chosen yet. */
  ask: () => void;
  /** The variants, which the page came without, couldn't be loaded. */
  isMissing: boolean;
}

/** `summary`: the page came without most variants. They are loaded with the first choice. */
export function useVariantChoice(product: DetailedProduct, summary: VariantSummary | null): VariantChoice {
  const { options = NO_OPTIONS, variants: shown = NO_VARIANTS, slug } = product;
  const [search, setSearch] = useSearchParams();
  const [loaded, setLoaded] = useState<Variant[] | null>(null);
  const loading = useRef<Promise<Variant[] | null>>(null);
  const [isMissing, setIsMissing] = useState(false);
  const variants = loaded ?? shown;
  const combinations = useMemo(
    () => (summary ? readCombinations(options, summary.combinations) : listCombinations(options, shown)),
    [options, summary, shown],
  );
  const linkedId = readVariantId(search);
  const linked = variants.find(({ _id }) => _id === linkedId) ?? (variants.length === 1 ? variants[0] : undefined);
  const [values, setValues] = useState<Values>(linked?.options ?? readValues(options, search));
  const newest = useRef(values);
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

  /** Null if they couldn't be loaded; the next click tries again. */
  const load = async (): Promise<Variant[] | null> => {
    if (!summary || loaded) return variants;
    loading.current ??= api(readProduct, { params: { slug } }).then(
      ({ product: [whole] }) => whole?.variants ?? [],
      () => null,
    );
    const found = await loading.current;
    if (!found) loading.current = null;
    setIsMissing(!found);
    if (found) setLoaded(found);
    return found;
  };
  const setUrl = (next: Values, all: Variant[]) => {
    const found = isComplete(options, next) ? all.find((variant) => fits(variant, next)) : undefined;
    const nextId = found?._id ?? '';
    pendingId.current = nextId === linkedId ? undefined : nextId;
    setSearch(found ? { [VARIANT_PARAM]: found._id } : {}, { replace: true, preventScrollReset: true });
  };
  const loadChosen = async () => {
    const all = await load();
    if (all) setUrl(newest.current, all);
  };
  const choose = (name: string, value: string) => {
    newest.current = { ...values, [name]: value };
    setValues(newest.current);
    if (summary && !loaded) void loadChosen();
    else setUrl(newest.current, variants);
  };
  const indexes = options.map(({ name, values: all }) => all.indexOf(values[name] ?? ''));
  const states = findStates(options, combinations, indexes);
  const isAllChosen = isComplete(options, values);
  const chosen = isAllChosen ? variants.find((variant) => fits(variant, values)) : undefined;
  const isSold = combinations.some((it) => it.indexes.every((index, at) => index === indexes[at]));
  const missing = options.find(({ name }) => values[name] === undefined)?.name;
  return {
    options,
    values,
    choose,
    states,
    item: options.length ? (chosen ? toCartItem({ ...product, variants }, chosen._id) : null) : toCartItem(product),
    isUnsold: isAllChosen && options.length > 0 && !isSold,
    askedFor: isAsked ? missing : undefined,
    ask: () => {
      setIsAsked(true);
      newest.current = values;
      if (isAllChosen) void loadChosen();
    },
    isMissing,
  };
}
