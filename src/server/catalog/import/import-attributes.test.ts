import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { HEADER, openImportFolder, validRow } from '../../../../tests/support/import-folder.ts';
import { readProduct } from '../../../contract/product.ts';

const shop = await openShop();
const { importText } = await openImportFolder(shop);

test('[ATTR-4] a column of attributes: parted by | or by lines, names end at the first colon; a part without one is told by its row', async () => {
  const result = await importText(
    [
      `${HEADER},attributes`,
      `${validRow('Piped')},Material: Wool | Ratio: 4:3 |`,
      `${validRow('Lines')},"Material: Oak\nMade in:  Portugal \n"`,
      `${validRow('Bare')},`,
      `${validRow('Wrong')},Material`,
      `${validRow('Long')},${'x'.repeat(61)}: y`,
      `${validRow('Many')},${Array.from({ length: 31 }, (_, nth) => `Name ${nth}: 1`).join('|')}`,
    ].join('\n'),
  );
  expect(result.imported).toBe(3);
  expect(result.rejected.map(({ row, reason }) => [row, reason])).toEqual([
    [5, expect.stringContaining('attributes.0.value')],
    [6, expect.stringContaining('attributes.0.name')],
    [7, expect.stringContaining('attributes')],
  ]);
  const readAttributes = async (slug: string) => (await shop.call(readProduct, { params: { slug } })).body.product[0]?.attributes;
  expect(await readAttributes('piped')).toEqual([
    { name: 'Material', value: 'Wool' },
    { name: 'Ratio', value: '4:3' },
  ]);
  expect(await readAttributes('lines')).toEqual([
    { name: 'Material', value: 'Oak' },
    { name: 'Made in', value: 'Portugal' },
  ]);
  expect(await readAttributes('bare')).toEqual([]);
});
