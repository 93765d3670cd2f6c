/** Nobody waits for what somebody else uploads: the longest turn of the thread that serves, while a hostile file is uploaded and checked. */
import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { measureLongestTurn } from '../../../../tests/support/longest-turn.ts';
import { openImporter } from '../../../../tests/support/product-imports.ts';
import { MEGABYTE } from '../../../contract/bytes.ts';

const shop = await openShop();

const OWN = 'name,description,price,quantity,category,image,options,variants,attributes';
const SHOPIFY = 'Handle,Title,Body (HTML),Option1 Name,Option1 Value,Variant Price,Variant Image';
const ATTRIBUTES = Array.from({ length: 10 }, (_, n) => `Attribute ${n + 1} name,Attribute ${n + 1} value(s)`);
const WOOCOMMERCE = `ID,Type,SKU,Name,Parent,Regular price,Categories,Images,${ATTRIBUTES.join()}`;
const values = (prefix: string) => Array.from({ length: 100 }, (_, n) => `${prefix}${n}`).join(' | ');

const FILES: [string, () => string][] = [
  ['a first row of 3 MB of commas', () => ','.repeat(3 * MEGABYTE)],
  ['rows of nothing but commas', () => `${OWN}\n${`${','.repeat(900_000)}\n`.repeat(3)}`],
  ['a quote that is never closed', () => `${OWN}\n"${'a,'.repeat(MEGABYTE)}`],
  [
    'cells with as many attributes, options and variants as fit',
    () => {
      const many = (text: string) => `"${text.repeat(120_000)}"`;
      return `${OWN}\n${`a,b,1,1,c,,${many('a:1;')},${many('a:1;')},${many('a:b|')}\n`.repeat(2)}`;
    },
  ],
  [
    'a product of 20,000 rows, each with an image of its own',
    () => `${SHOPIFY}\n${Array.from({ length: 20_000 }, (_, n) => `a,A,,Size,v${n},1,https://x.example/${n}.png\n`).join('')}`,
  ],
  ['HTML with elements that are never closed', () => `${SHOPIFY}\n${`a,A,"${'<b>'.repeat(120_000)}${'</i>'.repeat(120_000)}",,,1,\n`}`],
  [
    'a variation for any value of ten attributes with a hundred values each',
    () => {
      const parent = Array.from({ length: 10 }, (_, n) => `o${n},"${values('v').replaceAll(' | ', ', ')}"`).join();
      const any = Array.from({ length: 10 }, (_, n) => `o${n},${n ? '' : 'v0'}`).join();
      return `${WOOCOMMERCE}\n1,variable,A,A,,,,,${parent}\n2,variation,,A,A,5,,,${any}\n`;
    },
  ],
];

test.each(FILES)('[IMPORT-15] %s: others wait no longer than a tenth of a second', async (_what, makeFile) => {
  const importer = await openImporter(shop);
  const file = Buffer.from(makeFile());
  let status = '';
  const longest = await measureLongestTurn(async () => {
    status = (await importer.check(file)).import.status;
  });
  expect(status).toBe('ready');
  expect(longest).toBeLessThan(100);
});
