/** What VIES answers, and that nobody waits for it. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startFakeVies } from '../../../../../tests/support/vies-server.ts';
import { createVies } from './vies.ts';

const fake = await startFakeVies({ known: ['ATU13585627'] });
afterAll(fake.close);
beforeEach(() => {
  Object.assign(fake, { fault: null, delay: 0, calls: [] });
});

const AUSTRIAN = { prefix: 'AT', number: 'U13585627' };
const GERMAN = { prefix: 'DE', number: '136695976' };
const open = (timeout = 2000) => createVies({ url: fake.url, timeout });

test('[COMPANY-4] VIES confirms a VAT ID with the number of its answer where the shop says who asks', async () => {
  expect(await open().check(AUSTRIAN, GERMAN)).toEqual({ status: 'confirmed', consultation: 'WAPIAAAA1' });
  expect(fake.calls).toEqual([{ countryCode: 'AT', vatNumber: 'U13585627', requesterMemberStateCode: 'DE', requesterNumber: '136695976' }]);
  expect(await open().check(AUSTRIAN, null)).toEqual({ status: 'confirmed', consultation: null });
  expect(await open().check(GERMAN, null)).toEqual({ status: 'invalid', consultation: null });
});

test('[COMPANY-4] a VAT ID of the shop that VIES doesn’t take costs the number and not the answer', async () => {
  expect(await open().check(AUSTRIAN, { prefix: 'DE', number: '000000000' })).toEqual({ status: 'confirmed', consultation: null });
  expect(fake.calls).toHaveLength(2);
});

test.each([
  'MS_UNAVAILABLE',
  'SERVICE_UNAVAILABLE',
  'MS_MAX_CONCURRENT_REQ',
  'TIMEOUT',
  'VAT_BLOCKED',
  'SOMETHING_NEW',
  'nonsense',
  'other',
])('[COMPANY-4] after %s nothing is known', async (fault) => {
  fake.fault = fault;
  expect(await open().check(AUSTRIAN, null)).toEqual({ status: 'unavailable', consultation: null });
});

test('[COMPANY-4] what VIES calls no VAT ID is invalid', async () => {
  fake.fault = 'INVALID_INPUT';
  expect(await open().check(AUSTRIAN, null)).toMatchObject({ status: 'invalid' });
});

test('[COMPANY-4] a silent or unreachable VIES is given up after its time, also by whoever waits for a turn', async () => {
  fake.fault = 'silent';
  const vies = createVies({ url: fake.url, timeout: 150, concurrency: 1 });
  const others = Array.from({ length: 3 }, (_, index) => vies.check({ prefix: 'AT', number: `U1358562${index}` }, null));
  const begun = Date.now();
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(['unavailable', 'unavailable', 'unavailable']);
  expect(Date.now() - begun).toBeLessThan(1500);
  await expect(createVies({ url: 'http://127.0.0.1:9' }).check(AUSTRIAN, null)).resolves.toMatchObject({ status: 'unavailable' });
});

test('[COMPANY-4] the same VAT ID twice at once is one call; of a country without VIES there is none', async () => {
  const vies = open();
  fake.delay = 50;
  const [one, two] = await Promise.all([vies.check(AUSTRIAN, null), vies.check(AUSTRIAN, null)]);
  expect([one, two]).toEqual([one, one]);
  expect(await vies.check({ prefix: 'GB', number: '980780684' }, null)).toMatchObject({ status: 'unavailable' });
  // A call of the test before, which was given up, may still arrive.
  expect(fake.calls.filter(({ vatNumber }) => vatNumber === AUSTRIAN.number)).toHaveLength(1);
});
