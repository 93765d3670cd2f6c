/** The words of bank statements. */
import type { StatementLineState } from '../../../contract/order-payment.ts';
import { pluralize } from '../../shared/format.ts';

export const statement = {
  title: 'Bank statement',
  lead: 'Download the statement from your bank as CSV or CAMT.053. Each line shows its order before anything is booked.',
  fromBank: 'From your bank',
  file: 'Statement file',
  fileHint: 'Drop it here, or choose it',
  paste: 'Or paste its text',
  read: 'Read statement',
  found: (lines: number, encoding: string) =>
    `${pluralize(lines, 'line', 'lines')} read (${encoding}). Nothing is booked until you say so.`,
  unread: (lines: number[]) =>
    `These lines of the file couldn't be read: ${lines.slice(0, 20).join(', ')}${lines.length > 20 ? ', …' : ''}`,
  date: 'Date',
  amount: 'Amount',
  payer: 'Payer and text',
  order: 'Order',
  state: 'State',
  states: {
    fits: 'Fits',
    less: 'Less than is left: a part',
    more: 'More than is left: book it on the order',
    paid: 'Already paid',
    ended: 'The order has ended',
    other_currency: 'Another currency',
    provider: 'Paid on the payment page',
    booked: 'Booked before',
    outgoing: 'Money that left',
    unknown: 'Names no order',
  } satisfies Record<StatementLineState, string>,
  choose: (order: number) => `Book this line for order #${order}`,
  number: (order: number) => `#${order}`,
  left: (sum: string) => `${sum} left to pay`,
  book: (lines: number) => `Book ${pluralize(lines, 'payment', 'payments')}`,
  booked: (lines: number) => `${pluralize(lines, 'payment', 'payments')} booked`,
  failed: (reason: string) => `Not booked: ${reason}`,
  all: 'All orders',
  tooLarge: 'This file is too large. Download a shorter period.',
} as const;
