/** The addresses that an account keeps. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { warmUpPool } from '../../../../../tests/support/checkout.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { createAddress, deleteAddress, listAddresses, updateAddress } from '../../../../contract/address.ts';

const shop = await openShop();

const ADDRESS = {
  recipient: 'Ada Lovelace',
  street: '12 St James Square',
  postcode: 'SW1Y 4LE',
  city: 'London',
  region: '',
  country: 'GB',
};

let token = '';
beforeEach(async () => {
  token = (await shop.signUp()).token;
});

const add = (fields: object = {}, asToken = token) => shop.call(createAddress, { token: asToken, body: { ...ADDRESS, ...fields } });
const list = async (asToken = token) => (await shop.call(listAddresses, { token: asToken })).body.addresses;

test('[ADDR-1] an account stores structured addresses, each with its text form', async () => {
  const { status, body } = await add({ recipient: ' Ada Lovelace ', country: 'gb' });
  expect([status, body.address]).toEqual([
    200,
    {
      _id: expect.any(String),
      ...ADDRESS,
      isDefault: true,
      isComplete: true,
      text: 'Ada Lovelace\n12 St James Square\nLondon\nSW1Y 4LE\nUnited Kingdom',
    },
  ]);
  const second = (
    await add({ recipient: '山田 花子', street: '銀座 4-5-6\n2F', postcode: '104-0061', city: '中央区', region: '東京都', country: 'JP' })
  ).body.address;
  expect(second).toMatchObject({ region: '13', text: '〒104-0061\n東京都\n中央区\n銀座 4-5-6\n2F\n山田 花子\nJapan' });
  const changed = await shop.call(updateAddress, {
    token,
    params: { id: second._id },
    body: { ...ADDRESS, postcode: '', city: 'Dublin', country: 'IE' },
  });
  expect(changed.body.address).toMatchObject({
    _id: second._id,
    isDefault: false,
    text: 'Ada Lovelace\n12 St James Square\nDublin\nIreland',
  });
  expect((await list()).map(({ city }) => city)).toEqual(['London', 'Dublin']);
});

test('[ADDR-2] one address is the default: the first, then the chosen one, and after its deletion the oldest', async () => {
  const [first, second, third] = [await add(), await add({ city: 'Leeds' }), await add({ city: 'York', isDefault: true })].map(
    ({ body }) => body.address,
  );
  const readDefaults = async () => (await list()).filter(({ isDefault }) => isDefault).map(({ city }) => city);
  expect(await readDefaults()).toEqual(['York']);
  await shop.call(updateAddress, { token, params: { id: second?._id ?? '' }, body: { ...ADDRESS, city: 'Leeds', isDefault: true } });
  expect(await readDefaults()).toEqual(['Leeds']);
  await shop.call(updateAddress, { token, params: { id: third?._id ?? '' }, body: { ...ADDRESS, city: 'York', isDefault: false } });
  expect(await readDefaults()).toEqual(['Leeds']);
  await shop.call(deleteAddress, { token, params: { id: second?._id ?? '' } });
  expect(await readDefaults()).toEqual(['London']);
  for (const it of [first, third]) await shop.call(deleteAddress, { token, params: { id: it?._id ?? '' } });
  expect(await list()).toEqual([]);
});

test('[ADDR-2] twenty addresses are stored and the next is refused, however many are added at once; one of them is the default', async () => {
  await warmUpPool(shop);
  const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => add({ city: `City ${n}`, isDefault: true })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  for (const { status, body } of answers) if (status !== 200) expect([status, body]).toMatchObject([409, { code: 'too_many_addresses' }]);
  const kept = await list();
  expect([kept.length, kept.filter(({ isDefault }) => isDefault).length]).toEqual([20, 1]);
});

test("[ADDR-1] nobody can see or change another account's addresses, or any address without a login", async () => {
  const { _id: id } = (await add()).body.address;
  const stranger = (await shop.signUp()).token;
  expect(await list(stranger)).toEqual([]);
  const body = { ...ADDRESS, isDefault: true };
  for (const params of [{ id }, { id: randomUUID() }]) {
    expect((await shop.call(updateAddress, { token: stranger, params, body })).body).toMatchObject({ code: 'address_not_found' });
    expect((await shop.call(deleteAddress, { token: stranger, params })).status).toBe(404);
  }
  expect((await shop.call(listAddresses)).status).toBe(401);
  expect((await shop.call(createAddress, { body: ADDRESS })).status).toBe(401);
  expect(await list()).toMatchObject([{ _id: id, ...ADDRESS, isDefault: true }]);
});

test.each([
  [{ recipient: '' }, 'recipient'],
  [{ recipient: 7 }, 'recipient'],
  [{ street: '  ' }, 'street'],
  [{ street: 'x'.repeat(101) }, 'street'],
  [{ postcode: null }, 'postcode'],
  [{ postcode: '10115' }, 'postcode'],
  [{ postcode: '' }, 'postcode'],
  [{ city: ' ' }, 'city'],
  [{ country: 'US', postcode: '90001', region: 'Calif.' }, 'region'],
  [{ city: 'A\u0000B' }, 'city'],
  [{ region: undefined }, 'region'],
  [{ country: 'United Kingdom' }, 'country'],
  [{ country: 'ZZ' }, 'country'],
  [{ country: '12' }, 'country'],
  [{ isDefault: 'yes' }, 'isDefault'],
])('[ADDR-1] an address with %j is refused, and the field is named', async (fields, path) => {
  const { status, body } = await add(fields);
  expect([status, body.issues?.map((it) => it.path)]).toEqual([400, [path]]);
  expect(await list()).toEqual([]);
});
