/** Gift cards and store credit that pay before the way to pay is asked for the rest. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatGiftCode, GIFT_CARDS_PER_ORDER } from '../../../contract/balance-fields.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { formatPrice } from '../../shared/format.ts';
import { giftCards as words } from '../../shared/messages/gift-cards.ts';
import { nameBalancePart } from '../../shared/products/balance-rows.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { chooseInCart } from '../../state/order-draft.ts';
import { addGiftCode, listGiftCodes, removeGiftCode } from '../cart/balance-choices.ts';
import type { PricedCart } from '../cart/use-cart-price.ts';

export function BalanceField({ priced }: { priced: PricedCart }) {
  const { hasBalances } = useShop().settings;
  const { price, choices, isLoading } = priced;
  if (!hasBalances || price?.taxAutomatic) return null;
  const codes = listGiftCodes(choices);
  const credit = price?.balance?.storeCredit ?? 0;
  return (
    <div className="grid gap-3" aria-busy={isLoading}>
      {credit > 0 && (
        <label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-control border border-line bg-raised px-4 py-2">
          <input
            type="checkbox"
            checked={choices.storeCredit !== undefined}
            onChange={({ target }) => chooseInCart({ storeCredit: target.checked ? 'yes' : '' })}
            className="size-4 shrink-0 accent-accent"
          />
          <span className="tabular-nums min-w-0 grow">{words.spendCredit(formatPrice(credit))}</span>
        </label>
      )}
      {codes.length > 0 && <UsedCards codes={codes} priced={priced} />}
      {codes.length < GIFT_CARDS_PER_ORDER && <CodeField key={codes.length} isLoading={isLoading && codes.length > 0} />}
      {price?.balance?.due === 0 && <p className="font-[560] text-good">{words.paysAll}</p>}
    </div>
  );
}

function UsedCards({ codes, priced: { price, isLoading } }: { codes: string[]; priced: PricedCart }) {
  const refused = price?.balance?.refused ?? [];
  const cards = price?.balance?.parts.filter(({ kind }) => kind === 'gift_card') ?? [];
  const used = codes.filter((_code, index) => !refused.includes(index));
  return (
    <ul className="divide-y divide-line rounded-control border border-line bg-raised">
      {codes.map((code, index) => {
        const card = cards[used.indexOf(code)];
        const isRefused = !isLoading && refused.includes(index);
        const name = card ? nameBalancePart(card) : formatGiftCode(code);
        return (
          <li key={code} className="flex min-h-14 flex-wrap items-center gap-x-3 px-4 py-2">
            <span className="tabular-nums min-w-0 grow wrap-anywhere" role={isRefused ? 'alert' : undefined}>
              {isRefused ? <span className="text-danger">{words.refused(formatGiftCode(code))}</span> : name}
              {card && <span className="block text-small text-soft">{words.left(formatPrice(card.left))}</span>}
            </span>
            {card && <span className="tabular-nums whitespace-nowrap">−{formatPrice(card.amount)}</span>}
            <Button
              variant="quiet"
              size="small"
              className="-mr-3"
              aria-label={words.removeLabel(name)}
              onClick={() => removeGiftCode(code)}
            >
              {words.remove}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** It is inside of the form that orders: its button and the enter key must not submit that. */
function CodeField({ isLoading }: { isLoading: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);
  const apply = () => {
    const typed = input.current?.value.trim();
    if (typed) addGiftCode(typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    apply();
  };
  if (!isOpen) {
    return (
      <Button variant="quiet" size="small" className="-ml-3 justify-self-start" busy={isLoading} onClick={() => setIsOpen(true)}>
        {words.add}
      </Button>
    );
  }
  return (
    <div className="flex items-start gap-2">
      <TextField
        ref={input}
        label={words.code}
        hint={words.codeHint}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="min-w-0 grow"
        onKeyDown={onKeyDown}
      />
      <Button variant="secondary" className="mt-6.25 min-h-11" onClick={apply}>
        {words.apply}
      </Button>
    </div>
  );
}
