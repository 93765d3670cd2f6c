/** A merchant uploads a file, matches a column, sees what it would do, imports it, and mends what was refused. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listCategories } from '../../../src/contract/category.ts';
import { deleteProduct, readAdminProduct } from '../../../src/contract/product-admin.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, listEveryProduct, logInAdmin } from '../support/api-client.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { findRow, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test('[IMPORT-8] [IMPORT-9] [IMPORT-10] [IMPORT-11] [IMPORT-16] a file is uploaded, matched, previewed and imported while the page is closed; refused rows are corrected', async () => {
  const session = await logInAdmin(origin);
  const [some] = await listEveryProduct(origin);
  const run = `imported-${Date.now()}`;
  const picture = some?.image ?? '';
  const category = (await call(origin, listCategories)).category[0]?.name ?? '';
  const file = [
    `name,description,cost ${run},quantity,category,image,slug`,
    `Import ${run},Fresh,7.50,3,${category},${picture},${run}`,
    `Refused ${run},Stale,8.50,many,${category},${picture},${run}-b`,
    `Plain ${run},Bare,6.50,0,${category},,${run}-c`,
  ].join('\n');
  const { page } = await visit({ session });
  await goTo(page, '/dashboard/admin/products');
  await main(page).getByRole('link', { name: 'Import CSV' }).click();
  await main(page).getByText('Nothing changes before you have seen').waitFor();
  const input = main(page).getByLabel('Choose a CSV file');
  await input.setInputFiles({ name: 'workbook.xlsx', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from('PK') });
  await main(page).getByText('This isn’t a CSV file.').waitFor();
  await input.setInputFiles({ name: `${run}.csv`, mimeType: 'text/csv', buffer: Buffer.from(file) });

  // The price's column has a name of its own, so nothing can be imported yet.
  await findRow(page, `Import ${run}`).getByText('price is required').waitFor();
  await expect.poll(() => main(page).getByRole('button', { name: 'Import 0 products' }).isDisabled()).toBe(true);
  await main(page).getByLabel(`Imported as: cost ${run}`).selectOption('price');
  await main(page).getByRole('button', { name: 'Check again' }).click();
  const start = main(page).getByRole('button', { name: 'Import 2 products' });
  await start.waitFor();
  await findRow(page, `Import ${run}`).getByText('Price: 7.50').waitFor();
  await findRow(page, `Refused ${run}`).getByText('quantity must be').waitFor();
  // What comes in otherwise than the file has it is listed, and filtered by its kind.
  await findRow(page, `Plain ${run}`).getByText('is imported without an image').waitFor();
  await main(page).getByRole('button', { name: 'Sold out 1' }).click();
  await findRow(page, `Plain ${run}`).getByText('is sold out in the file').waitFor();
  await expect.poll(() => main(page).getByText('is imported without an image').count()).toBe(0);
  await page.setViewportSize(NARROW);
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  expect(await findA11yViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await start.click();
  await main(page)
    .getByText(/Importing…|Waiting|2 products added/)
    .first()
    .waitFor();
  const url = page.url();
  await page.close();

  const { page: later } = await visit({ session });
  await goTo(later, '/dashboard/admin/imports');
  await expect
    .poll(
      async () => {
        await later.reload();
        return findRow(later, `${run}.csv`).first().textContent();
      },
      { timeout: 20_000, interval: 500 },
    )
    .toContain('2 new, 0 changed, 1 refused');
  await goTo(later, new URL(url).pathname);
  await main(later).getByText('2 products added, 0 changed').waitFor();
  const [download] = await Promise.all([
    later.waitForEvent('download'),
    main(later).getByRole('button', { name: 'Download refused rows' }).click(),
  ]);
  const refused = readFileSync(await download.path(), 'utf8');
  expect(refused).toContain(`Refused ${run},Stale,8.50,many,${category},${picture},${run}-b,3,quantity,`);
  const { product } = await call(origin, readAdminProduct, { token: session.token, params: { slug: run } });
  expect(product[0]).toMatchObject({ name: `Import ${run}`, price: 7.5, quantity: 3, image: picture });
  const plain = await call(origin, readAdminProduct, { token: session.token, params: { slug: `${run}-c` } });
  for (const it of [...product, ...plain.product]) await call(origin, deleteProduct, { token: session.token, params: { id: it._id } });
});

test('[IMPORT-19] a host is allowed where a row asks for it; images that can’t be fetched stop nothing, and their products are found', {
  tags: ['full'],
}, async () => {
  const session = await logInAdmin(origin);
  const run = `hosts-${Date.now()}`;
  const category = (await call(origin, listCategories)).category[0]?.name ?? '';
  const file = [
    'name,description,price,quantity,category,image,slug',
    `Jar ${run},Clay,7.50,3,${category},https://images.invalid/jar.png,${run}`,
    `Pan ${run},Iron,8.50,3,${category},https://images.invalid/pan.png,${run}-b`,
  ].join('\n');
  const { page } = await visit({ session });
  await goTo(page, '/dashboard/admin/imports');
  await main(page)
    .getByLabel('Choose a CSV file')
    .setInputFiles({ name: `${run}.csv`, mimeType: 'text/csv', buffer: Buffer.from(file) });
  const jar = findRow(page, `Jar ${run}`);
  await jar.getByRole('button', { name: 'Fetch images from images.invalid' }).click();
  // One answer is enough for all rows of that host.
  await expect.poll(() => main(page).getByRole('button', { name: 'Fetch images from images.invalid' }).count()).toBe(0);
  expect(await findA11yViolations(page)).toEqual([]);
  await main(page).getByRole('button', { name: 'Check again' }).click();
  await expect.poll(() => main(page).getByText('aren’t fetched').or(main(page).getByText("aren't fetched")).count()).toBe(0);
  await main(page).getByRole('button', { name: 'Import 2 products' }).click();
  await main(page).getByText('2 products added').waitFor();
  await main(page)
    .getByRole('link', { name: /without an image/i })
    .click();
  await main(page).getByText(`Jar ${run}`).waitFor();

  const all = await listEveryProduct(origin);
  const imported = all.filter(({ name }) => name.endsWith(run));
  expect(imported).toHaveLength(2);
  for (const { _id } of imported) await call(origin, deleteProduct, { token: session.token, params: { id: _id } });
});
