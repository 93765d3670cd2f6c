import { findMinimumAge } from '../../../../../contract/checkout-fields.ts';
import type { EmailBlock } from './email-block.ts';
import type { OrderEmailData } from './order-parts.ts';

type WordsData = Pick<OrderEmailData, 'order'>;

/** Fixed sentences, which the law wants in the confirmation. */
export const buildConfirmed = ({ order: { confirmations } }: WordsData): EmailBlock | null =>
  confirmations ? { title: 'You confirmed', lines: confirmations.map(({ text }) => text).join('\n') } : null;

const buildTyped = ({ order: { customerNote, giftMessage } }: WordsData): EmailBlock[] => [
  ...(customerNote ? [{ title: 'Note to the shop', lines: customerNote }] : []),
  ...(giftMessage ? [{ title: 'Gift message', lines: giftMessage }] : []),
];

/** What was typed goes only into the email of an order that cost money, for the same reason as the address (`buildShipTo`). */
export const buildWords = (data: WordsData): (EmailBlock | null)[] => [
  ...(data.order.total > 0 ? buildTyped(data) : []),
  buildConfirmed(data),
];

/** For the merchant. */
export function buildWordsForTeam(data: WordsData): EmailBlock[] {
  const age = findMinimumAge(data.order.lines);
  return [...buildTyped(data), ...(age ? [`Check the age: ${age}+`] : [])];
}
