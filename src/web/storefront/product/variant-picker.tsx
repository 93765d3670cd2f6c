/**
 * Buttons for each value of each option: groups of radio buttons, so that the arrow keys move within one. An option with more values than fit
 * on a screen is a list to choose from.
 */
import { useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DetailedProduct } from '../../../contract/product.ts';
import type { ProductOption, Variant } from '../../../contract/product-fields.ts';
import { isUuid } from '../../../contract/values.ts';
import { classNames } from '../../kit/class-names.ts';
import { productPage } from '../../shared/messages/storefront.ts';
import type { CartItem } from '../../state/cart.ts';
import { toCartItem } from './cart-item.ts';

/** The chosen variant in a product page's URL. */
export const VARIANT_PARAM = 'variant';

/** Empty if the URL has no valid id of a variant. */
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

/** Options with a single value are chosen already. */
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

const BUTTONS_MAX = 40;

const describe = (value: string, state: ValueState) =>
  state === 'in-stock' ? value : `${value}, ${state === 'sold-out' ? productPage.valueSoldOut : productPage.valueUnsold}`;

export function VariantPicker({ choice }: { choice: VariantChoice }) {
  if (!choice.options.length) return null;
  return (
    <div className="mt-6 grid gap-5">
      {choice.options.map((option) => (
        <OptionGroup key={option.name} option={option} choice={choice} />
      ))}
      <p role="status" className="-mt-2 text-small text-caution empty:hidden">
        {choice.isUnsold && productPage.unsold}
      </p>
    </div>
  );
}

function OptionGroup({ option: { name, values }, choice }: { option: ProductOption; choice: VariantChoice }) {
  const group = useRef<HTMLFieldSetElement>(null);
  const id = useId();
  const isAskedFor = choice.askedFor === name;

  useEffect(() => {
    if (isAskedFor) group.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [isAskedFor]);

  return (
    <fieldset ref={group} className="min-w-0" aria-describedby={isAskedFor ? `${id}-error` : undefined}>
      <legend className="mb-2 text-small">
        <bdi className="font-[600]">{name}</bdi>
        {choice.values[name] !== undefined && <bdi className="ml-2 text-soft">{choice.values[name]}</bdi>}
      </legend>
      {values.length > BUTTONS_MAX ? (
        <select
          aria-label={name}
          className="input max-w-full"
          value={choice.values[name] ?? ''}
          onChange={({ target }) => choice.choose(name, target.value)}
        >
          <option value="" disabled>
            {productPage.choose(name)}
          </option>
          {values.map((value) => (
            <option key={value} value={value}>
              {describe(value, choice.getState(name, value))}
            </option>
          ))}
        </select>
      ) : (
        <div className="flex flex-wrap gap-2">
          {values.map((value) => (
            <ValueButton
              key={value}
              group={id}
              value={value}
              isChosen={choice.values[name] === value}
              state={choice.getState(name, value)}
              choose={() => choice.choose(name, value)}
            />
          ))}
        </div>
      )}
      {isAskedFor && (
        <p id={`${id}-error`} className="mt-2 text-small text-danger">
          {productPage.choose(name)}
        </p>
      )}
    </fieldset>
  );
}

interface ValueButtonProps {
  group: string;
  value: string;
  isChosen: boolean;
  state: ValueState;
  choose: () => void;
}

function ValueButton({ group, value, isChosen, state, choose }: ValueButtonProps) {
  return (
    <label
      className={classNames(
        'relative flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-control border px-3.5 text-center transition-colors duration-150',
        'has-focus-visible:outline-2 has-focus-visible:outline-accent',
        isChosen ? 'border-ink bg-ink text-ground' : 'border-edge bg-raised hover:border-ink',
        state !== 'in-stock' && !isChosen && 'text-soft line-through',
        state !== 'in-stock' && isChosen && 'line-through',
      )}
    >
      <input
        type="radio"
        name={group}
        aria-label={describe(value, state)}
        value={value}
        checked={isChosen}
        onChange={choose}
        className="absolute inset-0 m-0 cursor-pointer opacity-0"
      />
      <bdi className="min-w-0 break-words">{value}</bdi>
    </label>
  );
}
