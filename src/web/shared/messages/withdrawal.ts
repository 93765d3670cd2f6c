/** The words about withdrawing from an order. The link, the steps and their buttons are named as the law asks. */
import type { WithdrawalException } from '../../../contract/withdrawal-fields.ts';

/** Beside a product, before it is bought. */
export const exceptions: Record<WithdrawalException, string> = {
  made_to_measure: 'Made to your order: no right of withdrawal',
  perishable: 'Perishable: no right of withdrawal',
  sealed: 'Sealed for health or hygiene: no right of withdrawal once opened',
  digital: 'Digital: no right of withdrawal once you have it',
};

export const withdrawal = {
  stepState: 'Step 1 of 2: your statement',
  stepConfirm: 'Step 2 of 2: confirm it',
  number: 'Order number',
  numberHint: 'As in our emails, such as #1042',
  email: 'Email of the order',
  emailHint: 'The receipt goes there',
  name: 'Your name',
  scope: 'I withdraw from',
  all: 'The whole order',
  some: 'Some of its items',
  items: 'Which items, and how many of each',
  itemsHint: 'To choose them from a list, open the link “Withdraw from contract” in an email about the order.',
  order: (number: number) => `Order #${number}`,
  receiptTo: (email: string) => `The receipt goes to ${email}.`,
  quantity: (name: string) => `Quantity to withdraw from: ${name}`,
  left: (quantity: number, left: number) => (left < quantity ? `${quantity} ordered, ${left} left` : `${quantity} ordered`),
  noneLeft: 'Already withdrawn from, refunded or returned',
  until: (day: string) => `Your period for withdrawals ends on ${day}.`,
  notBegun: 'Your period for withdrawals begins when all of it is delivered; you can withdraw before.',
  late: (day: string) => `The period for withdrawals ended on ${day}. You can state it all the same, and the shop decides.`,
  chooseSome: 'Choose at least one item',
  next: 'Continue',
  back: 'Back',
  statement: 'I hereby withdraw from my contract for:',
  confirm: 'Confirm withdrawal',
  confirmHint: 'It counts from the moment you confirm it.',
  done: 'Your withdrawal has been received',
  doneUnknown: 'Your withdrawal has been sent',
  doneUnknownHint:
    'If order number and email belong together, the receipt with date and time is on its way to that email. If none arrives, check both and try again, or write to us.',
  receivedAt: 'Received',
  refundBy: (day: string) =>
    `You are refunded by ${day}. The shop may wait until the items are back, or you have shown that you sent them.`,
  lateReceived: 'It came after the end of the period. The shop tells you by email whether it accepts it.',
  receipt: (email: string) => `The receipt is on its way to ${email}.`,
  nothingLeft: 'There is nothing left to withdraw from',
  nothingLeftHint: 'All of this order is withdrawn from or refunded, or can’t be withdrawn from.',
  notFound: 'This link doesn’t open an order',
  notFoundHint: 'It may be incomplete. Enter the order’s number and email instead.',
  byNumber: 'Enter order number and email',
  earlier: 'Already withdrawn from',
  status: { open: 'Being refunded', late: 'The shop decides', approved: 'Refunded', declined: 'Not accepted' },
} as const;
