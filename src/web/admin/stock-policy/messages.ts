/** The words of stock policies in the admin area. */
import type { StockPolicyName } from '../../../contract/stock-policy.ts';

export const stockPolicy = {
  label: 'When it’s out of stock',
  policies: {
    counted: 'Stop selling',
    untracked: 'Not counted: always sell it',
    backorder: 'Keep selling (backorder)',
    preorder: 'Sell it before it’s there (preorder)',
  } satisfies Record<StockPolicyName, string>,
  names: { counted: 'Counted', untracked: 'Not counted', backorder: 'Backorder', preorder: 'Preorder' } satisfies Record<
    StockPolicyName,
    string
  >,
  hints: {
    counted: 'Each sale lowers the stock; at 0 it is sold out.',
    untracked: 'For goods made to order, and services. Nothing is reserved or subtracted.',
    backorder: 'The stock goes below 0. What you owe is listed under Orders › To procure.',
    preorder: 'Customers pay at once. From that day on, or when the limit is reached, only what is in stock is sold.',
  } satisfies Record<StockPolicyName, string>,
  limit: 'At most',
  limitHints: {
    backorder: 'Pieces below 0; empty: no limit',
    preorder: 'Pieces; empty: until the day',
  },
  shipsIn: 'Ships in',
  shipsInHint: 'Shown to customers, like 2–3 weeks',
  shipsOn: 'Ships on',
  shipsOnHint: 'Shown to customers; empty: until the limit is reached',
  notADay: 'Choose a day, or enter a limit',
  change: (variant: string) => `Stock policy: ${variant}`,
  fill: 'Stock policy…',
  apply: 'Apply',
  cancel: 'Cancel',
  close: 'Close',
} as const;
