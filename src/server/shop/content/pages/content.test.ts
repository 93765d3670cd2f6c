import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { type ContentPageName, readContentPage, updateContentPage } from '../../../../contract/page.ts';
import type { SetupWarning } from '../../../../contract/reports.ts';
import { findDraft } from './page.service.ts';

const setupWarnings: SetupWarning[] = [];
const shop = await openShop({ deps: () => ({ setupWarnings }) });
const NAMES: readonly ContentPageName[] = ['about', 'contact', 'policy'];

test.each<[ContentPageName, string]>([
  ['about', 'shop'],
  ['contact', 'order'],
  ['policy', 'local storage'],
])('[ROUTE-1] the %s page has a text from the start', async (name, word) => {
  const { status, body } = await shop.call(readContentPage, { params: { name } });
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, name, text: expect.stringContaining(word), isDraft: true, version: 0 });
  expect(body.content).toContainEqual(expect.objectContaining({ tag: 'p' }));
});

test('[SET-3] no draft claims what is only true of a demo, what only a merchant knows, or that customers must log in to buy', () => {
  for (const name of NAMES) {
    const text = findDraft(name, false);
    expect(text).not.toMatch(/demo|made up|test card|only log in|once the owner|owner of this shop/i);
    expect(text).not.toMatch(/we choose|chosen|with care|fair price|we'd use ourselves|small shop/i);
  }
  expect(findDraft('about', true)).toContain('demo');
  expect(findDraft('contact', false)).toContain('guest');
  expect(findDraft('contact', true)).toBe(findDraft('contact', false));
});

test('[SET-3] a text is a draft until somebody edits it, and again when it is emptied', async () => {
  const { token } = await shop.signUp({ role: 1 });
  for (const name of NAMES) {
    const save = async (text: string) => (await shop.call(updateContentPage, { token, params: { name }, body: { text } })).body.isDraft;
    expect([await save('We sell tea.'), await save(' ')]).toEqual([false, true]);
    expect((await shop.call(readContentPage, { params: { name } })).body.isDraft).toBe(true);
  }
});

test('[SET-3] only the About page of a demo says that it is a demo', async () => {
  setupWarnings.push('demo');
  const { token } = await shop.signUp({ role: 1 });
  const emptied = await shop.call(updateContentPage, { token, params: { name: 'about' }, body: { text: '' } });
  expect(emptied.body).toMatchObject({ isDraft: true, text: expect.stringContaining('This shop is a demo') });
  setupWarnings.length = 0;
});

test('[SET-2] a merchant edits a page; an empty text restores the draft', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const params = { name: 'about' as const };
  const first = (await shop.call(readContentPage, { params })).body.text;
  for (const text of ['## Wir\n\nEin <b>kleiner</b> Laden 🏪', '123', '{"a":1}', 'null']) {
    const saved = await shop.call(updateContentPage, { token, params, body: { text } });
    expect(saved.body).toMatchObject({ success: true, message: expect.any(String), name: 'about', text, version: expect.any(Number) });
    expect((await shop.call(readContentPage, { params })).body.text).toBe(text);
  }
  expect((await shop.call(readContentPage, { params: { name: 'contact' } })).body.text).not.toBe('null');
  expect((await shop.call(updateContentPage, { token, params, body: { text: ' ' } })).body.text).toBe(first);
  expect((await shop.call(readContentPage, { params })).body.text).toBe(first);
});

test('[SET-2] a text that is too long or missing, or for an unknown page, is refused', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const params = { name: 'about' as const };
  for (const text of ['x'.repeat(20_001), 7, undefined, 'a\u0000b']) {
    expect((await shop.call(updateContentPage, { token, params, body: { text } })).status).toBe(400);
  }
  expect((await shop.call(readContentPage, { params: { name: 'shop' } as never })).status).toBe(400);
  expect((await shop.call(readContentPage, { params: { name: '__proto__' } as never })).status).toBe(400);
});

test('[VERSION-2] [VERSION-3] a page that somebody else has edited isn’t overwritten without notice', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const params = { name: 'about' as const };
  const save = (text: string, version: number) => shop.call(updateContentPage, { token, params, body: { text, version } });
  const { version } = (await shop.call(readContentPage, { params })).body;
  const first = await save('Mine', version);
  expect(first).toMatchObject({ status: 200, body: { text: 'Mine', version: 1 } });
  const old = await save('Yours', version);
  expect(old).toMatchObject({ status: 409, body: { code: 'version_conflict', current: { name: 'about', text: 'Mine', version: 1 } } });
  expect((await save('Mine', version)).status).toBe(200);
  expect((await save('Yours', 1)).body).toMatchObject({ text: 'Yours', version: 2 });
  expect((await save(' ', 1)).status).toBe(409);
  const [emptied, again] = [await save(' ', 2), await save(' ', 2)];
  expect([emptied.status, again.status]).toEqual([200, 200]);
});
