/** Feeds, structured data, shared links and the page are compared with each other, for many products of many kinds. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { fetchFeeds, openFeeds } from '../../../../tests/support/feeds.ts';
import { openShop } from '../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { isFullRun } from '../../../../tests/support/projects.ts';
import { readProduct } from '../../../contract/product.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../contract/settings.ts';
import { createProductJsonLd, createProductTags } from '../../../web/storefront/json-ld.ts';
import { seededRandom } from '../../platform/secrets/random.ts';
import { productVariants } from '../database/schema/variant.ts';
import { saveSetting } from '../settings/settings.repository.ts';

const ORIGIN = 'https://shop.example';
const shop = await openShop({ deps: () => ({ publicUrl: ORIGIN }) });
const { db } = shop.deps;

interface Offer {
  price: string;
  priceCurrency: string;
  availability: string;
  availabilityStarts?: string;
  gtin?: string;
  url: string;
}
type Offers = Offer & { lowPrice?: string; highPrice?: string; offers?: Offer[] };

/** The words of schema.org for those of Google's feed. */
const SAME: Record<string, readonly string[]> = {
  in_stock: ['InStock', 'MadeToOrder'],
  out_of_stock: ['OutOfStock'],
  preorder: ['PreOrder'],
  backorder: ['BackOrder'],
};

const POLICIES = [
  { stockPolicy: { policy: 'preorder', shipsOn: '2031-05-01' }, onHand: 0, quantity: 1_000_000 },
  { stockPolicy: { policy: 'backorder', limit: 5, shipsIn: '2 weeks' }, onHand: -2, quantity: 3 },
  { stockPolicy: { policy: 'backorder', limit: 5 }, onHand: 2, quantity: 7 },
  { stockPolicy: { policy: 'untracked', shipsIn: '5 days' }, onHand: 0, quantity: 1_000_000 },
  { stockPolicy: { policy: 'untracked' }, onHand: 0, quantity: 1_000_000 },
] as const;

/** A product of any kind: on sale or not, with variants or not, in stock or not. */
async function makeAny(random: () => number, count: number): Promise<void> {
  const categoryId = await makeCategory(db);
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const isSometimes = (share = 0.5) => random() < share;
  const sold = () => {
    const priceCents = Math.floor(random() * 200_000);
    return {
      priceCents,
      // Also what is no sale.
      compareAtCents: isSometimes() ? Math.max(1, priceCents + Math.floor((random() - 0.3) * 5000)) : null,
      ...(isSometimes(0.4) ? pick(POLICIES) : { quantity: Math.floor(random() * 3) }),
      barcode: isSometimes() ? '4006381333931' : null,
    };
  };
  for (let n = 0; n < count; n += 1) {
    const hasOptions = isSometimes();
    const options = hasOptions ? [{ name: 'Size', values: ['S', 'M', 'L'] }] : null;
    const own = hasOptions ? { priceCents: 1, quantity: 0 } : sold();
    const [product] = await makeProducts(db, [
      { categoryId, slug: `p-${n}`, name: `Name ${n} <&"'>`, options, condition: pick(['new', 'used', null]), ...own } as never,
    ]);
    if (!hasOptions || !product) continue;
    const price = sold();
    const variants = ['S', 'M', 'L'].slice(0, 1 + Math.floor(random() * 3)).map((value, position) => ({
      ...{ id: randomUUID(), productId: product.id, position, optionValues: [value] },
      ...(isSometimes() ? sold() : price),
    }));
    await db.insert(productVariants).values(variants as never);
  }
}

test.each(['USD', 'JPY', 'KWD'])(
  '[FEED-9] feeds, structured data, shared links and the page say the same of every product (%s)',
  async (currency) => {
    const { token } = await shop.signUp({ role: 1, teamRole: 'staff' });
    const details = { ...DEFAULT_SHOP_DETAILS, name: 'Tea', currency };
    await saveSetting(db, 'shop-details', details);
    const count = isFullRun ? 400 : 40;
    await makeAny(seededRandom(currency), count);
    await openFeeds(shop, token);
    const { google, meta } = await fetchFeeds(shop);
    const matches = [{ id: 'root', loaderData: { origin: ORIGIN, categories: [], settings: { shop: details } } }];
    let compared = 0;
    for (let n = 0; n < count; n += 1) {
      const [product] = (await shop.call(readProduct, { params: { slug: `p-${n}` } })).body.product;
      if (!product) throw new Error('the product is gone');
      const jsonLd = createProductJsonLd(matches as never, product) as {
        name: string;
        description: string;
        image: string[];
        offers: Offers;
      };
      const items = google.filter((it) => (it.item_group_id ?? it.id) === product._id);
      const sold = product.variants ?? [{ ...product, options: {} }];
      expect(items).toHaveLength(sold.length);
      const offers = jsonLd.offers.offers ?? [jsonLd.offers];
      const prices: string[] = [];
      for (const [index, variant] of sold.entries()) {
        const item = items.find(({ id }) => id === variant._id);
        const row = meta.find(({ id }) => id === variant._id);
        const price = `${item?.sale_price ?? item?.price}`;
        prices.push(price);
        // What the page shows: the same field of the same reply, with the currency's decimals.
        const digits = { USD: 2, JPY: 0, KWD: 3 }[currency];
        expect(price).toBe(`${variant.price.toFixed(digits)} ${currency}`);
        expect(item?.sale_price !== undefined).toBe(variant.compareAtPrice !== null && variant.compareAtPrice > variant.price);
        if (item?.sale_price) expect(item.price).toBe(`${variant.compareAtPrice?.toFixed(digits)} ${currency}`);
        expect([row?.price, row?.sale_price]).toEqual([item?.price, item?.sale_price ?? '']);

        const offer = offers[index];
        expect(`${offer?.price} ${offer?.priceCurrency}`).toBe(price);
        expect(offer?.url).toBe(item?.link);
        expect(SAME[item?.availability ?? '']).toContain(offer?.availability.replace('https://schema.org/', ''));
        expect(item?.availability_date?.slice(0, 10)).toBe(offer?.availabilityStarts);
        if (product.variants) expect(offer?.gtin).toBe(item?.gtin);

        const tags = createProductTags(matches as never, product, `?variant=${variant._id}`) as { property: string; content: string }[];
        const read = (name: string) => tags.find(({ property }) => property === `product:${name}`)?.content;
        expect(`${read('price:amount')} ${read('price:currency')}`).toBe(price);
        expect([read('retailer_item_id'), read('availability'), read('condition')]).toEqual([item?.id, row?.availability, item?.condition]);
        expect(item?.image_link).toBe(jsonLd.image[0]);
        expect(item?.title?.startsWith(jsonLd.name)).toBe(true);
        expect(row?.title).toBe(item?.title);
        expect([item?.description, row?.description]).toEqual([jsonLd.description, jsonLd.description]);
        compared += 1;
      }
      const sorted = prices.map(Number.parseFloat).sort((a, b) => a - b);
      if (product.variants) expect([jsonLd.offers.lowPrice, jsonLd.offers.highPrice].map(Number)).toEqual([sorted[0], sorted.at(-1)]);
      const plain = createProductTags(matches as never, product, '') as { property: string; content: string }[];
      expect(Number(plain.find(({ property }) => property === 'product:price:amount')?.content)).toBe(sorted[0]);
    }
    expect(compared).toBe(google.length);
    expect(meta).toHaveLength(google.length);
  },
);
