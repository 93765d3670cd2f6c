import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import {
  createPage,
  deletePage,
  listPages,
  type PageInput,
  previewText,
  readAdminPage,
  readPage,
  updatePage,
} from '../../../../contract/page.ts';
import { readSettings } from '../../../../contract/settings.ts';

const shop = await openShop();

const INPUT: PageInput = {
  title: 'Shipping & returns',
  slug: '',
  text: '## Shipping\n\nTwo days.',
  status: 'published',
  inFooter: true,
  footerPosition: 1,
  description: '',
};

async function openEditor() {
  const { token } = await shop.signUp({ role: 1 });
  return {
    token,
    create: (input: Partial<PageInput> = {}) => shop.call(createPage, { token, body: { ...INPUT, ...input } }),
    update: (id: string, input: Partial<PageInput> & { version?: number }) =>
      shop.call(updatePage, { token, params: { id }, body: { ...INPUT, ...input } }),
    remove: (id: string) => shop.call(deletePage, { token, params: { id } }),
  };
}

const read = (slug: string) => shop.call(readPage, { params: { slug } });
const listFooter = async () => (await shop.call(readSettings)).body.settings.footerPages.map(({ slug }) => slug);
const listSitemap = async () => String((await shop.send({ url: '/sitemap/pages.xml' })).body.text);

test('[PAGES-1] a merchant adds a page, its URL is made from its title, and everybody can read it', async () => {
  const { create, token } = await openEditor();
  expect((await read('shipping-returns')).status).toBe(404);
  const created = await create({ title: '  Shipping & returns ' });
  expect(created).toMatchObject({ status: 200, body: { page: { slug: 'shipping-returns', title: 'Shipping & returns', version: 1 } } });
  expect((await create()).body.page.slug).toBe('shipping-returns-2');
  expect((await create({ title: '!?' })).body.page.slug).toBe('page');
  expect(await read('shipping-returns')).toMatchObject({
    status: 200,
    body: {
      page: {
        title: 'Shipping & returns',
        description: 'Two days.',
        content: [
          { tag: 'h2', children: ['Shipping'] },
          { tag: 'p', children: ['Two days.'] },
        ],
      },
    },
  });
  expect((await shop.call(listPages, { token, query: { limit: 2 } })).body).toMatchObject({ total: 3, pages: [{}, {}] });
});

test('[PAGES-1] a change is visible at once, in the footer and the sitemap too', async () => {
  const { create, update, remove } = await openEditor();
  const { page } = (await create({ slug: 'sizes' })).body;
  await create({ slug: 'first', footerPosition: 0 });
  await create({ slug: 'hidden', inFooter: false });
  expect(await listFooter()).toEqual(['first', 'sizes']);
  expect((await read('sizes')).body.page.content).toHaveLength(2);
  await update(page._id, { slug: 'sizes', text: 'Other', description: 'Short' });
  expect((await read('sizes')).body.page).toMatchObject({ content: [{ children: ['Other'] }], description: 'Short' });
  expect(await listSitemap()).toMatch(/\/pages\/first<.*\/pages\/hidden<.*\/pages\/sizes</s);
  await update(page._id, { slug: 'sizes', status: 'draft' });
  expect([await listFooter(), (await read('sizes')).status]).toEqual([['first'], 404]);
  expect(await listSitemap()).not.toContain('sizes');
  await update(page._id, { slug: 'sizes' });
  expect([await listFooter(), (await read('sizes')).status]).toEqual([['first', 'sizes'], 200]);
  await remove(page._id);
  expect([await listFooter(), (await read('sizes')).status]).toEqual([['first'], 410]);
});

test('[PAGES-3] an earlier URL leads to the page until another page uses it; a deleted page is gone, a draft leaves no trace', async () => {
  const { create, update, remove } = await openEditor();
  const { page } = (await create({ slug: 'old' })).body;
  expect((await read('old')).status).toBe(200);
  await update(page._id, { slug: 'new' });
  expect((await read('old')).body.page.slug).toBe('new');
  const other = (await create({ slug: 'old', title: 'Other' })).body.page;
  expect((await read('old')).body.page.title).toBe('Other');
  await remove(other._id);
  expect(await read('old')).toMatchObject({ status: 410, body: { code: 'page_gone' } });
  const draft = (await create({ slug: 'secret', status: 'draft' })).body.page;
  expect((await read('secret')).status).toBe(404);
  await update(draft._id, { slug: 'secret-2', status: 'draft' });
  await remove(draft._id);
  for (const slug of ['secret', 'secret-2', 'never'])
    expect(await read(slug)).toMatchObject({ status: 404, body: { code: 'page_not_found' } });
});

test('[PAGES-1] a URL of another page is refused, also if two pages take it at once', async () => {
  const { create, update } = await openEditor();
  const answers = await Promise.all(['One', 'Two'].map((title) => create({ title, slug: 'taken' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'slug_taken',
    issues: [{ path: 'slug', code: 'taken' }],
  });
  const { page } = (await create({ slug: 'free' })).body;
  expect((await update(page._id, { slug: 'taken' })).status).toBe(409);
  expect((await update(page._id, { slug: '' })).body.page.slug).toBe('free');
});

test('[GUARANTEE-1] no page takes the address of the notice of the legal guarantee, which would hide it', async () => {
  const { create, update } = await openEditor();
  expect((await create({ slug: 'legal-guarantee' })).body).toMatchObject({ code: 'slug_taken', issues: [{ path: 'slug', code: 'taken' }] });
  const { page } = (await create({ title: 'Legal guarantee', slug: '' })).body;
  expect(page.slug).toBe('legal-guarantee-2');
  expect((await update(page._id, { slug: 'legal-guarantee' })).status).toBe(409);
});

test.each([
  ['no title', { title: ' ' }, 'title'],
  ['a title of two lines', { title: 'a\nb' }, 'title'],
  ['a long title', { title: 'x'.repeat(121) }, 'title'],
  ['a slug with a slash', { slug: 'a/b' }, 'slug'],
  ['a slug in capitals', { slug: 'A' }, 'slug'],
  ['a slug that leaves the folder', { slug: '..' }, 'slug'],
  ['an endless text', { text: 'x'.repeat(20_001) }, 'text'],
  ['a NUL', { text: 'a\u0000' }, 'text'],
  ['another status', { status: 'hidden' }, 'status'],
  ['a fraction as position', { footerPosition: 0.5 }, 'footerPosition'],
  ['a negative position', { footerPosition: -1 }, 'footerPosition'],
  ['a number for a switch', { inFooter: 1 }, 'inFooter'],
])('[PAGES-1] a page with %s is refused, and the field is named', async (_what, wrong, path) => {
  const { create, token } = await openEditor();
  const answer = await create(wrong as Partial<PageInput>);
  expect(answer.status).toBe(400);
  expect(answer.body.issues?.map((it) => it.path)).toContain(path);
  expect((await shop.call(listPages, { token })).body.total).toBe(0);
});

test('[PAGES-1] [PAGES-5] only the team can change and preview pages', async () => {
  const { create } = await openEditor();
  const { page } = (await create()).body;
  const params = { id: page._id };
  const customer = (await shop.signUp()).token;
  const reader = (await shop.signUp({ role: 1, teamRole: 'read-only' })).token;
  for (const [caller, status, readStatus] of [
    [{}, 401, 401],
    [{ token: customer }, 403, 403],
    [{ token: reader }, 403, 200],
  ] as const) {
    expect((await shop.call(createPage, { ...caller, body: INPUT })).status).toBe(status);
    expect((await shop.call(updatePage, { ...caller, params, body: INPUT })).status).toBe(status);
    expect((await shop.call(deletePage, { ...caller, params })).status).toBe(status);
    expect((await shop.call(previewText, { ...caller, body: { text: 'a' } })).status).toBe(status);
    expect((await shop.call(listPages, caller)).status).toBe(readStatus);
    expect((await shop.call(readAdminPage, { ...caller, params })).status).toBe(readStatus);
  }
  expect((await read(page.slug)).status).toBe(200);
});

test('[PAGES-5] a preview shows what visitors would read, and saves nothing', async () => {
  const { token } = await openEditor();
  const { body } = await shop.call(previewText, { token, body: { text: '# A\n\n<script>x</script>' } });
  expect(body.content).toEqual([
    { tag: 'h2', children: ['A'] },
    { tag: 'p', children: ['<script>x</script>'] },
  ]);
  expect((await shop.call(listPages, { token })).body.total).toBe(0);
});

test('[VERSION-2] [VERSION-3] a page that somebody else has changed isn’t overwritten without notice', async () => {
  const { create, update, remove } = await openEditor();
  const { _id, version, slug } = (await create()).body.page;
  const answers = await Promise.all(['One', 'Two'].map((title) => update(_id, { title, slug, version })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [winner, loser] = answers[0]?.status === 200 ? answers : answers.toReversed();
  const title = winner?.body.page.title ?? '';
  expect(loser?.body).toMatchObject({ code: 'version_conflict', current: { page: { title, version: 2 } } });
  expect(await update(_id, { title, slug, version })).toMatchObject({ status: 200, body: { page: { version: 2 } } });
  await remove(_id);
  expect((await update(_id, { title, version })).status).toBe(404);
  expect((await remove(_id)).status).toBe(404);
});
