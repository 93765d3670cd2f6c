import { expect, test } from 'vitest';
import { listJobs } from '../../../server/schedule.ts';
import { describeChanges } from './describe-changes.ts';
import { describeObject } from './entry-dialog.tsx';
import { audit } from './messages.ts';

const TEAS = '5107ca6b-6a9b-4d7f-a9b6-603a8ccf477c';
const GONE = 'd2c60905-a9a7-4009-ab77-33c13db528fd';

/** Of an object of this type, as `field: before → after`. */
function describe(type: string, ...changes: [field: string, before: unknown, after: unknown][]): string[] {
  const all = changes.map(([field, before, after]) => ({ field, before, after, hidden: false }));
  const described = describeChanges(all, { type, categories: [{ _id: TEAS, name: 'Teas' }] });
  return described.map(({ field, before, after, isHidden }) => (isHidden ? `${field} changed` : `${field}: ${before} → ${after}`));
}

test('[AUDIT-9] changes are described in words: attributes, options, amounts, categories, images', () => {
  const wool = { name: 'Material', value: 'Wool' };
  const sizes = { name: 'Size', values: ['41', '42'] };
  expect(
    describe(
      'product',
      ['attributes', [wool], [wool, { name: 'Origin', value: 'Portugal' }]],
      ['attributes', [], [wool]],
      ['options', null, [sizes]],
      ['price_cents', 1250, 199_900],
      ['category_id', GONE, TEAS],
      ['image_id', 'f078dbe1280b03a0e13e5f2a7efe4efb', 'd1'],
      ['shipping', 1, 0],
      ['weight_grams', null, 300],
      ['status', 'draft', 'active'],
    ),
  ).toEqual([
    'Attributes: Material: Wool → Material: Wool; Origin: Portugal',
    'Attributes: — → Material: Wool',
    'Options: — → Size: 41, 42',
    'Price: $12.50 → $1,999.00',
    `Category: ${GONE} → Teas`,
    'Image changed',
    'Shipping: Yes → No',
    'Weight in grams: — → 300',
    'Status: Draft → Active',
  ]);
});

test.each([
  ['order', '1001', 'refund 5107ca6b', 'Refund of order #1001'],
  ['order', '1001', 'note', 'Note of order #1001'],
  ['order', '1001', null, 'Order #1001'],
  ['product', 'Mug', 'picture 2', 'Image of product Mug'],
  ['product', 'Mug', 'variant 5107ca6b', 'Variant of product Mug'],
  ['account', 'Ada', 'second factor', 'Two-step login of account Ada'],
  ['account', null, 'address', 'Saved address of account'],
  ['webhook', 'https://a.example', 'delivery 5107ca6b', 'Delivery of webhook https://a.example'],
])('[AUDIT-9] the object of an entry is described in words: %s %s %s', (type, name, part, said) => {
  expect(describeObject({ object: { type, _id: 'x', name }, part })).toBe(said);
});

test('[AUDIT-9] fields have the names that a shop uses', () => {
  expect(
    describe('order', ['provider_refund', null, 're_1'], ['restock', false, true], ['failed_at', null, null]).map((it) => it.split(':')[0]),
  ).toEqual(['Number at the payment provider', 'Put back into stock', 'Failed on']);
});

test('[AUDIT-9] roles, statuses, times and the fields of settings are described in words too', () => {
  expect(describe('account', ['role', 0, 1], ['team_role', null, 'read-only'])).toEqual([
    'Role: Customer → Team',
    'Team role: — → Read-only',
  ]);
  expect(describe('order', ['status', 'pending', 'review'], ['tax_rate_ppm', 0, 88_750])).toEqual([
    'Status: Awaiting payment → On hold',
    'Tax rate: 0% → 8.875%',
  ]);
  expect(describe('invitation', ['role', null, 'owner'])).toEqual(['Role: — → Owner']);
  expect(describe('api-key', ['scopes', null, ['read', 'orders']])).toEqual(['Scopes: — → read, orders']);
  const [expiry] = describe('invitation', ['expires_at', null, '2026-12-02T10:45:15.422+00:00']);
  expect(expiry).toBe('Expires: — → Dec 2, 2026, 10:45 AM UTC');
  const zone = { name: 'Home', places: [{ country: 'US', region: '' }] };
  expect(describe('setting', ['value', { lowStockThreshold: 5, zones: [] }, { lowStockThreshold: 9, zones: [zone] }])).toEqual([
    'Low stock threshold: 5 → 9',
    'Zones: — → Name: Home, Places: Country: US, Region: —',
  ]);
  // What no one foresaw is shown as it is.
  expect(describe('product', ['odd', { a: { b: [1, [2]] } }, undefined])).toEqual(['Odd: A: B: 1; 2 → —']);
});

test('[AUDIT-9] actions of the shop itself are described in words, not by the name of the job', () => {
  const jobs = listJobs({} as never, {} as never, {} as never, { backup: { to: '/backups' }, timeLimits: {} } as never);
  const raw = jobs.map(({ name }) => name).filter((name) => audit.actorName({ kind: 'job', name }) === name);
  expect([jobs.length > 15, raw]).toEqual([true, []]);
  expect(audit.actorName({ kind: 'job', name: 'apply-retention' })).toBe('Deleting data past its retention period');
  expect(audit.actorName({ kind: 'command', name: 'end-checkouts' })).toBe('Ending unpaid checkouts');
  // A person's or a key's own name stays as it is.
  expect(audit.actorName({ kind: 'key', name: 'send-emails' })).toBe('send-emails');
  expect(audit.actorName({ kind: 'job', name: 'of-a-later-version' })).toBe('Of a later version');
});
