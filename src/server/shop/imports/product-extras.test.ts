import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { openImporter, readTestProduct, seedTeas, toText } from '../../../../tests/support/product-imports.ts';
import { createCollection, listAdminCollections, readAdminCollection } from '../../../contract/collection-admin.ts';
import { listDownloads, updateDownload } from '../../../contract/downloads.ts';
import { exportProducts } from '../../../contract/product-table.ts';
import { createPublicFetch, type PublicFetch } from '../../platform/http/public-fetch.ts';
import { readPieces } from '../../platform/storage/piece-store.ts';
import { listPieceNames } from '../catalog/downloads/download.repository.ts';

const shop = await openShop();

const FILES: Record<string, { body: string; type: string }> = {
  '/book.pdf': { body: 'a whole book', type: 'application/pdf' },
  '/small.zip': { body: 'small', type: 'application/zip' },
  '/login.pdf': { body: '<html>Please log in</html>', type: 'text/html; charset=utf-8' },
};
const reachPublic = createPublicFetch();
/** As the internet answers; other hosts as they are. */
const publicFetch: PublicFetch = async (url, options) => {
  const { hostname, pathname } = new URL(url);
  if (hostname !== 'files.example') return reachPublic(url, options);
  const found = FILES[pathname];
  return { status: found ? 200 : 403, headers: { 'content-type': found?.type ?? 'text/plain' }, body: Buffer.from(found?.body ?? ''), url };
};

const WOO = [
  'ID,Type,SKU,Name,Published,In stock?,Stock,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s),Download limit,Download expiry days,Download 1 ID,Download 1 name,Download 1 URL,Download 2 name,Download 2 URL',
  '1,"simple, downloadable, virtual",BOOK,Book,1,1,,8.00,Books,,,,3,14,ab12,The book,https://files.example/book.pdf,Secret,http://10.0.0.1/secret.pdf',
  '2,"variable, virtual",PACK,Pack,1,1,,,Books,,Size,"S, L",,,,,,,',
  '3,"variation, downloadable, virtual",PACK-S,Pack - S,1,1,,5.00,,PACK,Size,S,-1,,cd34,,https://files.example/small.zip,,',
  '4,"variation, downloadable, virtual",PACK-L,Pack - L,1,1,,9.00,,PACK,Size,L,,,ef56,Page,https://files.example/login.pdf,Gone,https://files.example/gone.pdf',
].join('\n');

test('[MOVE-18] downloads of WooCommerce become files of the product or variant, as often and as long; what can’t be fetched is told', async () => {
  const importer = await openImporter({ ...shop, deps: { ...shop.deps, publicFetch } });
  const { token } = importer;
  const { import: checked, notices: asked } = await importer.check(WOO);
  expect(checked.hosts.map(({ host, images }) => [host, images])).toContainEqual(['files.example', 4]);
  expect(asked.map(({ host }) => host)).toContain('files.example');
  await importer.choose(checked._id, { imageHosts: ['files.example', '10.0.0.1'] });
  const { import: done, notices } = await importer.run(checked._id);
  expect(done).toMatchObject({ created: 2, refused: 0, status: 'done' });
  const [book, pack] = [await readTestProduct(shop, token, 'book'), await readTestProduct(shop, token, 'pack')];
  expect(book).toMatchObject({ shipping: 0 });
  const list = async (id = '') => (await shop.call(listDownloads, { token, params: { product: id } })).body.files;
  const [file, ...others] = await list(book?._id);
  expect([file, others]).toMatchObject([{ name: 'The book.pdf', bytes: 12, isReady: true, variants: [], downloads: 3, days: 14 }, []]);
  const names = await listPieceNames(shop.deps.db, file?._id ?? '');
  const bytes = await Array.fromAsync(readPieces(shop.deps.downloads, names, 0, 11));
  expect(Buffer.concat(bytes).toString()).toBe('a whole book');
  const small = pack?.variants?.find(({ options }) => options.Size === 'S');
  expect(await list(pack?._id)).toMatchObject([{ name: 'small.zip', variants: [small?._id], downloads: 0, days: 0 }]);
  const told = notices.map(({ reason }) => reason).join('\n');
  expect(told).toMatch(/without its file Secret.pdf: 10.0.0.1 isn't in the public internet/);
  expect(told).toMatch(/without its file Page.pdf: its server answered with a page/);
  expect(told).toMatch(/without its file Gone.pdf: its server answered 403/);

  // What is there isn't fetched again; what is missing is tried again.
  const again = await importer.importFile(WOO, { imageHosts: ['files.example', '10.0.0.1'] });
  expect(again.import).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  expect(await list(book?._id)).toEqual([file]);
  const limits = { downloads: null, days: 0 };
  expect((await shop.call(updateDownload, { token, params: { id: file?._id ?? '' }, body: limits })).body.file).toMatchObject({ days: 0 });
});

test('[MOVE-19] products are put into collections by hand, which are made as drafts; those by rule aren’t written, and the export has them', async () => {
  const { importFile, token } = await openImporter(shop);
  await seedTeas(shop.deps.db, 2);
  const rule = { match: 'all', conditions: [{ field: 'tag', tags: ['tea'] }] };
  const body = { title: 'Teas', slug: 'teas', rule, sort: 'newest' };
  expect((await shop.call(createCollection, { token, body })).status).toBe(200);
  const file = ['slug,collections', 'tea-1,Best of 2026 | teas', 'tea-2,best-of-2026'].join('\n');
  const { import: done, notices } = await importFile(file);
  expect(done).toMatchObject({ updated: 2, refused: 0 });
  expect(notices.map(({ kind, column, reason }) => [kind, column, reason])).toEqual(
    expect.arrayContaining([
      ['hidden', 'collections', 'is put into the new collection Best of 2026, which is a draft'],
      ['dropped', 'collections', 'isn’t put into Teas, whose products follow from its rule'],
    ]),
  );
  const { collections } = (await shop.call(listAdminCollections, { token })).body;
  const best = collections.find(({ slug }) => slug === 'best-of-2026');
  expect(best).toMatchObject({ title: 'Best of 2026', isPublished: false, productCount: 2 });
  const { collection } = (await shop.call(readAdminCollection, { token, params: { id: String(best?._id) } })).body;
  const ids = [(await readTestProduct(shop, token, 'tea-1'))?._id, (await readTestProduct(shop, token, 'tea-2'))?._id];
  expect(collection.products).toEqual(ids);
  const [header = '', ...rows] = toText(await shop.call(exportProducts, { token })).split('\r\n');
  const place = header.split(',').indexOf('collections');
  expect(rows.filter(Boolean).map((it) => it.split(',')[place])).toEqual(['best-of-2026', 'best-of-2026']);
  expect((await importFile(file)).import).toMatchObject({ updated: 0, unchanged: 2 });

  const shopify = [
    'Handle,Title,Type,Collection,Variant Price,Variant Inventory Tracker,Variant Inventory Qty',
    'hat,Hat,Hats,Best of 2026,9.00,shopify,3',
  ];
  expect((await importFile(shopify.join('\n'))).import).toMatchObject({ created: 1 });
  const after = (await shop.call(listAdminCollections, { token })).body.collections;
  expect(after.find(({ slug }) => slug === 'best-of-2026')).toMatchObject({ productCount: 3 });
});
