/** Links to what was renamed or deleted, as search engines and bookmarks have them. */
import { expect, test } from 'vitest';
import { deleteProduct, updateProduct } from '../../../src/contract/product-admin.ts';
import { call, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();

test('[SLUG-3] the page of a renamed product redirects by 301, with its query; that of a deleted one says 410, and neither is in the sitemap', async () => {
  const { token } = await logInAdmin(origin);
  const category = await makeCategory(origin, token);
  const product = await makeProduct(origin, token, category._id, { name: uniqueName('Former') });
  const open = async (slug: string, query = '') => {
    const { status, headers, text } = await fetch(`${origin}/product/${slug}${query}`, { redirect: 'manual' }).then(async (it) => ({
      status: it.status,
      headers: it.headers,
      text: await it.text(),
    }));
    return { status, location: headers.get('location'), text };
  };
  expect((await open(product.slug)).status).toBe(200);
  const name = uniqueName('Latter');
  const renamed = await call(origin, updateProduct, { token, params: { id: product._id }, body: { name, renewSlug: true } });
  const { slug } = renamed.product;
  await expect
    .poll(() => open(product.slug, '?a=%26'))
    .toMatchObject({ status: 301, location: expect.stringMatching(new RegExp(`/product/${slug}\\b`)) });
  expect(await open(slug)).toMatchObject({ status: 200, text: expect.stringContaining(name) });
  await call(origin, deleteProduct, { token, params: { id: product._id } });
  for (const old of [product.slug, slug])
    await expect.poll(() => open(old)).toMatchObject({ status: 410, text: expect.stringContaining('No longer available') });
  const index = await (await fetch(`${origin}/sitemap.xml`)).text();
  for (const [, url = ''] of index.matchAll(/<loc>(.*?)<\/loc>/g)) {
    const part = await (await fetch(url.replace(/^https?:\/\/[^/]+/, origin))).text();
    expect(part).not.toContain(`/product/${slug}<`);
  }
});
