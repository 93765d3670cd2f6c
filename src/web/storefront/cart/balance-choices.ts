/** Gift cards and store credit among what a customer has chosen: as they are kept, and as the server is sent them. */
import { normalizeGiftCode } from '../../../contract/balance-fields.ts';
import type { CartPrice } from '../../../contract/cart.ts';
import { type CartChoices, chooseInCart, readCartChoices } from '../../state/order-draft.ts';

export interface BalanceChoices {
  giftCards?: string[];
  storeCredit?: true;
  /** What the page shows as left to pay. */
  due?: number;
}

/** Kept as one text. */
export const listGiftCodes = ({ giftCards = '' }: CartChoices): string[] => giftCards.split(' ').filter(Boolean);

export function toBalanceChoices(choices: CartChoices): BalanceChoices {
  const giftCards = listGiftCodes(choices);
  return { ...(giftCards.length && { giftCards }), ...(choices.storeCredit && { storeCredit: true as const }) };
}

/** What the checkout is sent: without codes that pay nothing. */
export function toUsedBalance(choices: CartChoices, price: CartPrice): BalanceChoices {
  const { giftCards = [], ...others } = toBalanceChoices(choices);
  const { balance } = price;
  const used = giftCards.filter((_code, index) => !balance?.refused.includes(index));
  if (!used.length && !others.storeCredit) return {};
  return { ...others, ...(used.length && { giftCards: used }), ...(balance && { due: balance.due }) };
}

const saveCodes = (codes: readonly string[]) => chooseInCart({ giftCards: codes.join(' ') });

/** A code that is there already is not added again. */
export function addGiftCode(typed: string): void {
  const code = normalizeGiftCode(typed);
  saveCodes([...new Set([...listGiftCodes(readCartChoices()), code])]);
}

export const removeGiftCode = (code: string): void => saveCodes(listGiftCodes(readCartChoices()).filter((it) => it !== code));
