/** Enters a discount code, says why it doesn't apply, and takes it out again. */
import { useEffect, useRef, useState } from 'react';
import type { CartPrice } from '../../../contract/cart.ts';
import { CODE_MAX_LENGTH } from '../../../contract/limits.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { formatPrice } from '../../shared/format.ts';
import { chooseInCart } from '../../state/order-draft.ts';
import { cartPrice as words } from './price-messages.ts';

interface DiscountCodeFieldProps {
  /** As it was typed; undefined where none was. */
  typed: string | undefined;
  /** What the server says of it; null until it does. */
  answer: CartPrice['code'];
  isLoading: boolean;
}

function describeRefusal({ reason, minimum }: NonNullable<CartPrice['code']>): string | undefined {
  if (reason === null) return undefined;
  return reason === 'below_minimum' && minimum !== undefined ? words.minimum(formatPrice(minimum)) : words.refusals[reason];
}

export function DiscountCodeField({ typed, answer, isLoading }: DiscountCodeFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isApplied = typed !== undefined && answer?.applies === true;
  const isFormShown = !isApplied && (isOpen || typed !== undefined);

  // The pressed button is gone: the field replaces it.
  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);

  if (isApplied) {
    return (
      <p role="status" className="mt-3 flex flex-wrap items-center justify-between gap-x-3">
        <span className="min-w-0 font-[560] wrap-anywhere text-good">{words.applied(answer.code)}</span>
        <Button
          variant="quiet"
          size="small"
          className="-mr-3"
          onClick={() => {
            setIsOpen(false);
            chooseInCart({ code: '' });
          }}
        >
          {words.removeCode}
        </Button>
      </p>
    );
  }
  if (!isFormShown) {
    return (
      <Button variant="quiet" size="small" className="mt-3 -ml-3" onClick={() => setIsOpen(true)}>
        {words.addCode}
      </Button>
    );
  }
  return (
    <form
      className="mt-3 flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        chooseInCart({ code: input.current?.value.trim() ?? '' });
      }}
    >
      <TextField
        ref={input}
        label={words.code}
        defaultValue={typed}
        maxLength={CODE_MAX_LENGTH}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="min-w-0 grow"
        error={typed !== undefined && answer && !isLoading ? describeRefusal(answer) : undefined}
      />
      <Button type="submit" variant="secondary" className="mt-6.25 min-h-11" busy={typed !== undefined && isLoading}>
        {words.apply}
      </Button>
    </form>
  );
}
