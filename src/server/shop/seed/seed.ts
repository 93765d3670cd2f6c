/** Fills an empty shop with demo data: the products of catalog.csv with generated images, customers and their past orders. */
import { randomUUID } from 'node:crypto';
import type { ShippingSettings, TaxSettings } from '../../../contract/pricing-settings.ts';
import { DEFAULT_SETTINGS, type SettingsInput } from '../../../contract/settings.ts';
import { SECOND } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import { retryTransaction } from '../../platform/database/query.ts';
import { importProducts } from '../catalog/import/rows/import-products.ts';
import { addUnattachedImages } from '../content/media/image.repository.ts';
import { hasImageHost } from '../content/media/image-url.ts';
import { SYSTEM_ACTOR } from '../orders/lifecycle/update-order.service.ts';
import { addCustomers, DEMO_CUSTOMER } from './customers.ts';
import { openDemoCatalog, toDemoImage } from './demo-catalog.ts';
import { makeDemoImages, promiseDemoImages } from './demo-images.ts';
import { generateOrders } from './past-orders.ts';
import {
  createPastOrders,
  createSettings,
  describeCategories,
  listDemoProducts,
  type NewDiscountCode,
  nestCategories,
} from './seed.repository.ts';
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

/** The demo's categories that are below another. */
export const CATEGORY_PARENTS: Record<string, string> = { Furniture: 'Home', Garden: 'Home' };

/** The lines beside the buttons to buy. */
const DEMO_SETTINGS: SettingsInput = {
  ...DEFAULT_SETTINGS,
  deliveryTime: 'Delivered in 3–5 working days within the US',
  returnsLine: 'Free returns within 30 days',
  paymentMarks: ['Visa', 'Mastercard', 'American Express'],
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

type Context = Pick<Deps, 'db' | 'images' | 'now'>;
type PrintLine = (line: string) => void;

const RENEWAL_INTERVAL = SECOND;

/** Skips products that an interrupted process imported, by their name. */
async function importDemoProducts(deps: Context, start: Lease, print: PrintLine): Promise<Lease> {
  // A chain of promises: rows are imported side by side, but each renewal must see the lease that the previous one has written.
  let lease = Promise.resolve(start);
  let renewedAt = 0;
  let quarter = 0;
  const { imported, skipped, rejected } = await importProducts(
    { ...deps, now: () => new Date(start.startedAt) },
    {
      ...(await openDemoCatalog()),
      skipExisting: true,
      reserveImage: async (name, index) => {
        const seenAt = deps.now().getTime();
        if (seenAt - renewedAt >= RENEWAL_INTERVAL) {
          renewedAt = seenAt;
          lease = lease.then((it) => renewLease(deps.db, it, { seenAt }));
        }
        await lease;
        const { imageId } = toDemoImage(name, index);
        await addUnattachedImages(deps.db, [imageId], deps.now());
        return imageId;
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
 * Does nothing and returns false if there is a product or an order. Interrupted, the next call continues where this one stopped. The images
 * are made later (demo-images.ts), unless browsers ask another host for them.
 */
export async function seedDemo(deps: Context, print: PrintLine): Promise<boolean> {
  const startedAt = performance.now();
  const taken = await takeLease(deps, print);
  if (!taken) return false;
  print('Demo shop: creating products, customers and orders …');
  await promiseDemoImages(deps.db);
  const [lease, { own, others }] = await Promise.all([importDemoProducts(deps, taken, print), addCustomers(deps)]);
  const past = generateOrders(await listDemoProducts(deps.db), own, others, deps.now());
  // One transaction: an interrupted process leaves all orders or none.
  await retryTransaction(deps.db, async (tx) => {
    await renewLease(tx, lease, { done: true });
    await createPastOrders(tx, past.orders, past.lines, SYSTEM_ACTOR);
    await describeCategories(tx, CATEGORY_TEXTS);
    await nestCategories(tx, CATEGORY_PARENTS);
    await createSettings(tx, { shop: DEMO_SETTINGS, shipping: DEMO_SHIPPING, tax: DEMO_TAX }, createDemoCodes(deps.now()));
  });
  print(`  ${others.length + 1} customers, ${past.orders.length} past orders`);
  if (hasImageHost()) {
    print('Demo shop: making the images …');
    await makeDemoImages(deps);
  }
  print(`Demo shop: ready after ${((performance.now() - startedAt) / SECOND).toFixed(1)} s`);
  print(`Demo customer: log in as ${DEMO_CUSTOMER.email} with the password ${DEMO_CUSTOMER.password}`);
  return true;
}
