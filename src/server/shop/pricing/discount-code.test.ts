import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import {
  createDiscountCode,
  type DiscountCodeInput,
  endDiscountCode,
  listDiscountCodes,
  updateDiscountCode,
} from '../../../contract/discount-code.ts';

const shop = await openShop();

const INPUT: DiscountCodeInput = {
  kind: 'percent',
  value: 10,
  startsAt: null,
  endsAt: null,
  minimum: 0,
  categories: [],
  products: [],
  maxUses: null,
  maxUsesPerCustomer: null,
};

async function openCode(fields: Partial<DiscountCodeInput> = {}, code = 'SPRING') {
  const { token } = await shop.signUp({ role: 1 });
  const created = await shop.call(createDiscountCode, { token, body: { code, ...INPUT, ...fields } });
  return { token, created, code: created.body.code };
}

test('[CODE-4] an admin creates a code, which is stored in capitals without spaces, changes it and ends it', async () => {
  const { token, created, code } = await openCode({ minimum: 25.5, maxUses: 10 }, ' spring 10 ');
  expect([created.status, code]).toMatchObject([200, { code: 'SPRING10', value: 10, minimum: 25.5, state: 'active', uses: 0, version: 1 }]);
  const params = { id: code._id };
  const changed = await shop.call(updateDiscountCode, { token, params, body: { ...INPUT, kind: 'amount', value: 4.99, version: 1 } });
  expect(changed.body.code).toMatchObject({ kind: 'amount', value: 4.99, minimum: 0, maxUses: null, version: 2 });
  expect((await shop.call(endDiscountCode, { token, params })).body.code.state).toBe('ended');
  const again = await shop.call(endDiscountCode, { token, params });
  expect((await shop.call(listDiscountCodes, { token })).body).toMatchObject({ total: 1, codes: [again.body.code] });
});

test('[CODE-4] a code is scheduled before its start and ended after its end', async () => {
  const at = (days: number) => new Date(shop.deps.now().getTime() + days * 86_400_000).toISOString();
  const states = [
    (await openCode({ startsAt: at(1) }, 'A')).code,
    (await openCode({ startsAt: at(-2), endsAt: at(-1) }, 'B')).code,
    (await openCode({ startsAt: at(-1), endsAt: at(1) }, 'C')).code,
  ].map(({ state }) => state);
  expect(states).toEqual(['planned', 'ended', 'active']);
});

test('[CODE-4] a code exists once, ignoring case and including ended ones, however many admins create it at once', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const make = (code: string) => shop.call(createDiscountCode, { token, body: { code, ...INPUT } });
  const answers = await Promise.all(['TEN', 'ten', ' t e n'].map(make));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await make('Ten')).body).toMatchObject({ code: 'code_taken', issues: [{ path: 'code', code: 'taken' }] });
});

test('[CODE-4] if two admins change a code at once, one gets a conflict; saving the same again is none, and using the code isn’t either', async () => {
  const { token, code } = await openCode();
  const save = (value: number, version: number) =>
    shop.call(updateDiscountCode, { token, params: { id: code._id }, body: { ...INPUT, value, version } });
  const answers = await Promise.all([save(20, 1), save(30, 1)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const saved = answers.find(({ status }) => status === 200)?.body.code;
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'version_conflict', current: { code: saved } });
  expect((await save(saved?.value ?? 0, 1)).body.code).toEqual(saved);
});

test.each<[string, object, string]>([
  ['a name of symbols', { code: '%%%' }, 'code'],
  ['a name of spaces', { code: '   ' }, 'code'],
  ['a name of 41 letters', { code: 'A'.repeat(41) }, 'code'],
  ['an unknown kind', { kind: 'gift' }, 'kind'],
  ['no value', { value: null }, 'value'],
  ['a percentage above 100', { value: 101 }, 'value'],
  ['half a percent', { value: 2.5 }, 'value'],
  ['zero off', { value: 0 }, 'value'],
  ['a negative value', { kind: 'amount', value: -1 }, 'value'],
  ['fractions of a cent', { kind: 'amount', value: 1.005 }, 'value'],
  ['a value of free shipping', { kind: 'free_shipping' }, 'value'],
  ['a start that isn’t a time', { startsAt: 'soon' }, 'startsAt'],
  ['a leap second', { startsAt: '2026-12-31T23:59:60Z' }, 'startsAt'],
  ['a start before the calendar', { startsAt: '0000-01-01T00:00:00Z' }, 'startsAt'],
  ['an end before the start', { startsAt: '2026-02-02T00:00:00Z', endsAt: '2026-02-01T00:00:00Z' }, 'endsAt'],
  ['a negative minimum', { minimum: -1 }, 'minimum'],
  ['no uses', { maxUses: 0 }, 'maxUses'],
  ['uses beyond 32 bits', { maxUsesPerCustomer: 2 ** 31 }, 'maxUsesPerCustomer'],
  ['an invalid product id', { products: ['mug'] }, 'products.0'],
])('[CODE-4] %s is refused and named, and nothing is created', async (_what, fields, path) => {
  const { token, created } = await openCode(fields, (fields as { code?: string }).code ?? 'SPRING');
  expect(created.status).toBe(400);
  expect(created.body.issues?.map((issue) => issue.path)).toContain(path);
  expect((await shop.call(listDiscountCodes, { token })).body.total).toBe(0);
});

test('[CODE-4] [GATE-3] only admins manage codes, and an unknown one is a 404', async () => {
  const { token: admin } = await shop.signUp({ role: 1 });
  const { token } = await shop.signUp();
  const params = { id: '11111111-1111-4111-8111-111111111111' };
  for (const [caller, status] of [
    [token, 403],
    ['', 401],
  ] as const) {
    expect((await shop.call(listDiscountCodes, { token: caller })).status).toBe(status);
    expect((await shop.call(createDiscountCode, { token: caller, body: { code: 'X', ...INPUT } })).status).toBe(status);
    expect((await shop.call(endDiscountCode, { token: caller, params })).status).toBe(status);
  }
  expect((await shop.call(endDiscountCode, { token: admin, params })).body).toMatchObject({ code: 'code_not_found' });
  expect((await shop.call(updateDiscountCode, { token: admin, params, body: INPUT })).status).toBe(404);
});
