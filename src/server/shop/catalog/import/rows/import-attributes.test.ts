import { expect, test } from 'vitest';
import { openShop } from '../../../../../../tests/support/harness.ts';
import { HEADER, openImportFolder, validRow } from '../../../../../../tests/support/import-folder.ts';
import { readProduct } from '../../../../../contract/product.ts';

const shop = await openShop();
const { importText } = await openImportFolder(shop);

test('[ATTR-4] attributes are separated by | or by lines, their names end at the first colon; invalid ones are left out or cut, and reported', async () => {
  const result = await importText(
    [
      `${HEADER},attributes`,
      `${validRow('Piped')},Material: Wool | Ratio: 4:3 |`,
      `${validRow('Lines')},"Material: Oak\nMade in:  Portugal \n"`,
      `${validRow('Bare')},`,
      `${validRow('Wrong')},Material`,
      `${validRow('Long')},${'x'.repeat(256)}: y`,
      `${validRow('Many')},${Array.from({ length: 301 }, (_, nth) => `Name ${nth}: 1`).join('|')}`,
    ].join('\n'),
  );
  expect([result.imported, result.rejected]).toEqual([6, []]);
  expect(result.notices.map(({ row, kind, column }) => [row, kind, column])).toEqual([
    [5, 'dropped', 'attributes'],
    [6, 'cut', 'attributes'],
    [7, 'dropped', 'attributes'],
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
  expect(await readAttributes('wrong')).toEqual([]);
  expect(await readAttributes('long')).toEqual([{ name: 'x'.repeat(255), value: 'y' }]);
  expect(await readAttributes('many')).toHaveLength(300);
});
