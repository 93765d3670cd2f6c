/** The words of an owner's test orders. */
import { pluralize } from '../format.ts';

export const testOrders = {
  title: 'Test orders',
  /** The bar of the owner's storefront. */
  bar: 'Test mode: your orders are tests.',
  barHint: 'Nothing is charged or shipped.',
  end: 'End',
  ended: 'Test orders are off. Your orders are real again.',
  lead: 'Try your checkout with test cards, whatever takes your customers’ payments. Only your own orders in this browser become tests. They hold no stock and count in no statistics, and only you get their emails.',
  start: 'Turn on for 24 hours',
  started: 'Test orders are on',
  on: 'On',
  onUntil: (time: string) => `On in this browser until ${time}. Nobody else sees a change.`,
  toShop: 'Place a test order',
  turnOff: 'Turn off',
  count: (count: number) => pluralize(count, 'test order', 'test orders'),
  view: 'View test orders',
  deleteAll: 'Delete test orders',
  deleteOne: 'Delete test order',
  deleted: (count: number) => `${pluralize(count, 'test order', 'test orders')} deleted`,
  kept: (count: number) => `${pluralize(count, 'test order is', 'test orders are')} being paid right now. Try again in a minute.`,
  deletedOne: 'Test order deleted',
  notice: 'This is a test order',
  noticeHint: 'No money moved for it. It holds no stock and counts in no statistics. You can ship and refund it to see what happens.',
} as const;
