/** Fills an empty shop with demo data: the products of catalog.csv with generated images, customers and their past orders. */

import { randomUUID } from 'node:crypto';
import type { ShippingSettings, TaxSettings } from '../../../contract/pricing-settings.ts';
import { SECOND } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import { retryTransaction } from '../../platform/database/retry.ts';
import { assetPath } from '../../platform/process/asset-path.ts';
import type { CsvRow } from '../catalog/import/formats/format.ts';
import { importProducts, openImportFile } from '../catalog/import/rows/import-products.ts';
import { SYSTEM_ACTOR } from '../orders/lifecycle/update-order.service.ts';
import { addCustomers, DEMO_CUSTOMER } from './customers.ts';
import { generateOrders } from './past-orders.ts';
import { addViews, formatHue, renderDemoImage } from './product-images.ts';
import { createPastOrders, createPricing, describeCategories, listDemoProducts, type NewDiscountCode } from './seed.repository.ts';
import { type Lease, renewLease, takeLease } from './seed-lease.ts';

/** Texts of the demo's categories, by name. They have no images of their own, so those of their products are shown. */
export const CATEGORY_TEXTS: Record<string, string> = {
  Accessories: 'Small things that are in your hand every day, made to be repaired rather than replaced.',
  Audio: 'Headphones, speakers and recorders for people who listen to the end of the record.',
  Bags: 'For the walk to work and the week away. Each one says how many liters it holds and what it weighs empty.',
  'Books & Paper': 'Notebooks that lie flat, paper that takes ink, and a few books we keep giving away.',
  'Cameras & Optics': 'Film, digital and glass. Everything used has been opened, cleaned and tested with a roll of our own.',
  Clothing: 'Wool, cotton and linen, cut plainly. Measured flat, in centimeters, because sizes differ.',
  'Desk & Computing': 'A desk that stays tidy: keyboards, screens and the small parts between them.',
  Furniture: 'Solid wood, steel and springs. Arrives in as few parts as we could manage, with the key that fits.',
  Garden: 'Tools with ash handles, pots that survive the frost, and seeds for both ends of the season.',
  Home: 'Light, warmth and a place to put your keys.',
  Kitchen: 'Pans, knives and kettles that are used here first, for a year, before we sell them.',
  Music: 'Instruments set up and tuned before they leave, for a first lesson or a fortieth year.',
  Outdoors: 'Tents, lamps and stoves for one night or thirty. Weights are weighed, not copied.',
  Shoes: 'For the road, the trail and the stairs. If a pair doesn’t fit, the way back is on us.',
  Sport: 'From the first push-up to the tournament, for any weather.',
  Tools: 'Buy it once. Spare parts and sharpening for all of them.',
  'Toys & Games': 'For rainy Sundays, from three years to ninety-nine.',
  'Watches & Clocks': 'Mechanical, quartz and one that only rings. All of them keep time; we checked for a week.',
};

/** The demo's discount codes, shipping zones and tax rates. None of them changes what a cart costs in the shop's own country. */

const everywhere = (countries: string[]) => countries.map((country) => ({ country, region: '' }));

export const DEMO_SHIPPING: ShippingSettings = {
  defaultCountry: 'US',
  zones: [
    {
      name: 'United States',
      places: everywhere(['US']),
      rates: [
        {
          _id: randomUUID(),
          name: 'Standard',
          basis: 'flat',
          tiers: [{ from: 0, price: 0 }],
          freeFrom: null,
          deliveryDays: { min: 3, max: 5 },
        },
        {
          _id: randomUUID(),
          name: 'Express',
          basis: 'flat',
          tiers: [{ from: 0, price: 14.99 }],
          freeFrom: null,
          deliveryDays: { min: 1, max: 2 },
        },
      ],
    },
    {
      name: 'Canada and Europe',
      places: everywhere(['CA', 'DE', 'ES', 'FR', 'GB', 'IE', 'IT', 'NL']),
      rates: [
        {
          _id: randomUUID(),
          name: 'International',
          basis: 'weight',
          tiers: [
            { from: 0, price: 9.9 },
            { from: 2000, price: 19.9 },
          ],
          freeFrom: 150,
          deliveryDays: { min: 5, max: 8 },
        },
      ],
    },
  ],
};

export const DEMO_TAX: TaxSettings = {
  pricesIncludeTax: true,
  taxShipping: true,
  rates: [{ country: 'DE', region: '', rate: 19 }],
};

export const createDemoCodes = (createdAt: Date): NewDiscountCode[] => [
  { id: randomUUID(), code: 'WELCOME10', kind: 'percent', percent: 10, maxUsesPerCustomer: 1, createdAt },
  { id: randomUUID(), code: 'SAVE20', kind: 'amount', amountCents: 2000, minimumCents: 10_000, maxUses: 500, createdAt },
  { id: randomUUID(), code: 'FREESHIP', kind: 'free_shipping', createdAt },
];

/**
 * Sizes and colors of some of the demo's shoes. Their stock adds up to the quantity in their catalog row, and the lowest price is the
 * row's.
 */

interface Shoe {
  /** For each color, by how many degrees the image's hue is rotated. Empty: only the size can be chosen. */
  colours: Record<string, number>;
  /** The stock in each color, in their order, and the surcharge of a size. */
  sizes: Record<string, { stock: number[]; surcharge?: number }>;
}

/** By the name in the catalog. */
const SHOES: Record<string, Shoe> = {
  'Bluebell Ballet Flat': {
    colours: { Cornflower: 0, Poppy: 120, Fern: 240 },
    sizes: {
      36: { stock: [3, 2, 1] },
      37: { stock: [4, 2, 2] },
      38: { stock: [4, 2, 1] },
      39: { stock: [3, 0, 1] },
      40: { stock: [1, 1, 0] },
      41: { stock: [0, 1, 0], surcharge: 6 },
    },
  },
  'Copperline Hiking Boot': {
    colours: {},
    sizes: {
      40: { stock: [0] },
      41: { stock: [4] },
      42: { stock: [6] },
      43: { stock: [5] },
      44: { stock: [3] },
      45: { stock: [1], surcharge: 15 },
    },
  },
  'Cardinal Ankle Boot': {
    colours: {},
    sizes: { 36: { stock: [2] }, 37: { stock: [3] }, 38: { stock: [4] }, 39: { stock: [3] }, 40: { stock: [0] } },
  },
};

function addShoe(cells: CsvRow['cells'], { colours, sizes }: Shoe): CsvRow['cells'] {
  const { image = '', price = '', sku } = cells;
  const names = Object.keys(colours);
  const variants = Object.entries(sizes).flatMap(([size, { stock, surcharge = 0 }]) =>
    stock.map((quantity, index) => {
      const values = names[index] ? `${size} / ${names[index]}` : size;
      const ownSku = [sku, size, names[index]?.slice(0, 1)].filter(Boolean).join('-');
      return `${values}: ${Number(price) + surcharge}, ${quantity}, ${ownSku}, ${index + 1}`;
    }),
  );
  const options = [`Size: ${Object.keys(sizes).join(', ')}`, ...(names.length ? [`Color: ${names.join(', ')}`] : [])];
  const images = names.length ? Object.values(colours).map((hue) => formatHue(hue, image)) : [image];
  return { ...cells, options: options.join('; '), variants: variants.join('; '), image: images.join('|'), image_alt: names.join('|') };
}

export async function* addShoeVariants(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  for await (const row of rows) {
    const shoe = SHOES[row.cells.name ?? ''];
    yield shoe ? { ...row, cells: addShoe(row.cells, shoe) } : row;
  }
}

type Context = Pick<Deps, 'db' | 'images' | 'now'>;
type PrintLine = (line: string) => void;
type RenderImage = typeof renderDemoImage;

/** Skips products that an interrupted process imported, by their name. */
async function importDemoProducts(deps: Context, start: Lease, print: PrintLine, renderImage: RenderImage): Promise<Lease> {
  // A chain of promises: images are made in parallel, but each renewal must see the lease that the previous one has written.
  let lease = Promise.resolve(start);
  let quarter = 0;
  const source = await openImportFile(assetPath('shop/seed/catalog.csv'));
  const { imported, skipped, rejected } = await importProducts(
    { ...deps, now: () => new Date(start.startedAt) },
    {
      rows: addShoeVariants(addViews(source.rows)),
      skipExisting: true,
      readImage: async (image, index) => {
        lease = lease.then((it) => renewLease(deps.db, it, { seenAt: deps.now().getTime() }));
        await lease;
        return renderImage(image, index);
      },
      onProgress: ({ fraction }) => {
        const completedQuarters = Math.floor(fraction * 4);
        if (completedQuarters <= quarter) return;
        quarter = completedQuarters;
        print(`  ${quarter * 25} %`);
      },
    },
  );
  if (rejected.length) throw new Error(`The demo catalog has invalid rows: ${rejected.map((it) => `${it.row} ${it.reason}`).join('; ')}`);
  print(`  ${imported + skipped} products`);
  return lease;
}

/**
 * Does nothing and returns false if there is a product or an order. Interrupted, the next call continues where this one stopped.
 * `renderImage`: tests make small images instead, since these take most of the time.
 */
export async function seedDemo(deps: Context, print: PrintLine, renderImage: RenderImage = renderDemoImage): Promise<boolean> {
  const startedAt = performance.now();
  const taken = await takeLease(deps, print);
  if (!taken) return false;
  print('Demo shop: creating products and their images …');
  const lease = await importDemoProducts(deps, taken, print, renderImage);
  const { own, others } = await addCustomers(deps);
  const past = generateOrders(await listDemoProducts(deps.db), own, others, deps.now());
  // One transaction: an interrupted process leaves all orders or none.
  await retryTransaction(deps.db, async (tx) => {
    await renewLease(tx, lease, { done: true });
    await createPastOrders(tx, past.orders, past.lines, SYSTEM_ACTOR);
    await describeCategories(tx, CATEGORY_TEXTS);
    await createPricing(tx, { shipping: DEMO_SHIPPING, tax: DEMO_TAX }, createDemoCodes(deps.now()));
  });
  print(`  ${others.length + 1} customers, ${past.orders.length} past orders`);
  print(`Demo shop: ready after ${((performance.now() - startedAt) / SECOND).toFixed(1)} s`);
  print(`Demo customer: log in as ${DEMO_CUSTOMER.email} with the password ${DEMO_CUSTOMER.password}`);
  return true;
}
