/** To whom the gift cards in the cart are sent, and when. */
import { GIFT_MESSAGE_MAX_LENGTH, GIFT_NAME_MAX_LENGTH } from '../../../contract/limits.ts';
import { TextArea, TextField } from '../../kit/field.tsx';
import { giftCards as words } from '../../shared/messages/gift-cards.ts';
import { getItemId } from '../../state/cart.ts';
import type { CartLine } from '../../state/cart-changes.ts';
import { changeGiftRecipient, useGiftRecipients } from '../../state/gift-recipients.ts';
import type { PricedCart } from '../cart/use-cart-price.ts';

/** The lines of the cart that sell gift cards, as the server says. */
export const listGiftLines = (lines: readonly CartLine[], { price }: Pick<PricedCart, 'price'>): CartLine[] => {
  const ids = new Set(price?.lines.flatMap((it) => (it.item.isGiftCard ? [it.variant ?? it._id] : [])));
  return lines.filter(({ product }) => ids.has(getItemId(product)));
};

export function GiftRecipients({ lines }: { lines: readonly CartLine[] }) {
  const drafts = useGiftRecipients();
  return lines.map(({ product }) => {
    const id = getItemId(product);
    const draft = drafts[id] ?? {};
    const field = (name: 'email' | 'name' | 'from' | 'message' | 'sendOn') => ({
      name: `recipient.${id}.${name}`,
      value: draft[name] ?? '',
      onChange: ({ target }: { target: { value: string } }) => changeGiftRecipient(id, { [name]: target.value }),
    });
    return (
      <fieldset key={id} className="grid min-w-0 gap-4">
        <legend className="mb-2 font-[600] wrap-anywhere">{[product.name, product.chosen].filter(Boolean).join(', ')}</legend>
        <p className="text-small text-soft">{words.recipientHint}</p>
        <TextField label={words.recipientEmail} type="email" autoComplete="off" maxLength={254} {...field('email')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={words.recipientName} autoComplete="off" maxLength={GIFT_NAME_MAX_LENGTH} {...field('name')} />
          <TextField label={words.from} autoComplete="off" maxLength={GIFT_NAME_MAX_LENGTH} {...field('from')} />
        </div>
        <TextArea label={words.message} rows={3} maxLength={GIFT_MESSAGE_MAX_LENGTH} {...field('message')} />
        <TextField label={words.sendOn} hint={words.sendOnHint} type="date" {...field('sendOn')} />
      </fieldset>
    );
  });
}
