/**
 * Buttons for each value of each option: groups of radio buttons, so that the arrow keys move within one. An option with more values than fit
 * on a screen is a list to choose from.
 */
import { useEffect, useId, useRef } from 'react';
import type { ProductOption } from '../../../contract/product-fields.ts';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { productPage } from '../../shared/messages/storefront.ts';
import { toValueParam, type VariantChoice } from './use-variant-choice.ts';
import type { ValueState } from './variant-combinations.ts';

const BUTTONS_MAX = 40;

const describe = (value: string, state: ValueState) =>
  state === 'in-stock' ? value : `${value}, ${state === 'sold-out' ? productPage.valueSoldOut : productPage.valueUnsold}`;

export function VariantPicker({ choice }: { choice: VariantChoice }) {
  if (!choice.options.length) return null;
  return (
    <form className="mt-6 grid gap-5" onSubmit={(event) => event.preventDefault()}>
      {choice.options.map((option, index) => (
        <OptionGroup key={option.name} option={option} index={index} choice={choice} />
      ))}
      <p role="status" className="-mt-2 text-small text-caution empty:hidden">
        {choice.isUnsold ? productPage.unsold : choice.isMissing && productPage.notLoaded}
      </p>
      <noscript>
        <Button type="submit" variant="secondary">
          {productPage.showChoice}
        </Button>
      </noscript>
    </form>
  );
}

interface OptionGroupProps {
  option: ProductOption;
  index: number;
  choice: VariantChoice;
}

function OptionGroup({ option: { name, values }, index, choice }: OptionGroupProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const id = useId();
  const isAskedFor = choice.askedFor === name;
  const getState = (at: number) => choice.states[index]?.[at] ?? 'unsold';

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
          name={toValueParam(index)}
          className="input max-w-full"
          value={choice.values[name] ?? ''}
          onChange={({ target }) => choice.choose(name, target.value)}
        >
          <option value="" disabled>
            {productPage.choose(name)}
          </option>
          {values.map((value, at) => (
            <option key={value} value={value}>
              {describe(value, getState(at))}
            </option>
          ))}
        </select>
      ) : (
        <div className="flex flex-wrap gap-2">
          {values.map((value, at) => (
            <ValueButton
              key={value}
              group={toValueParam(index)}
              value={value}
              isChosen={choice.values[name] === value}
              state={getState(at)}
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
        // By what is checked, since a form without scripts has no other state.
        'border-edge bg-raised hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-ground',
        state !== 'in-stock' && 'text-soft line-through',
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
