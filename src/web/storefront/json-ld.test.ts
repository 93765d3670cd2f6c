import { expect, test } from 'vitest';
import type { DetailedProduct } from '../../contract/product.ts';
import type { StockPolicy } from '../../contract/stock-policy.ts';
import { createProductJsonLd } from './json-ld.ts';

type Sold = { quantity: number; stock?: StockPolicy };

const MATCHES = [{ id: 'root', loaderData: { origin: 'https://shop.example', categories: [] } }];

/** What search engines read of a product, or of its variants. */
function readOffer(product: Sold, variants?: Sold[]): unknown {
  const whole = {
    name: 'Mug',
    description: 'Blue.',
    slug: 'mug',
    sku: null,
    _id: '1',
    price: 5,
    images: [],
    ...product,
    ...(variants && { variants: variants.map((it, index) => ({ price: 5, image: '', options: {}, _id: `${index}`, ...it })) }),
  };
  const jsonLd = createProductJsonLd(MATCHES as never, whole as unknown as DetailedProduct) as { offers: Record<string, string> };
  return [jsonLd.offers.availability?.replace('https://schema.org/', ''), jsonLd.offers.availabilityStarts];
}

const backorder = (onHand: number): Sold => ({
  quantity: onHand + 5,
  stock: { policy: 'backorder', limit: 5, onHand, ready: Math.max(0, onHand) },
});
const preorder: Sold = { quantity: 9, stock: { policy: 'preorder', limit: 9, shipsOn: '2030-01-31', onHand: 0, ready: 0 } };
const untracked = (promise?: string): Sold => ({
  quantity: 1_000_000,
  stock: { policy: 'untracked', onHand: 0, ready: 0, ...(promise && { promise }) },
});

test.each<[string, Sold, Sold[] | undefined, unknown[]]>([
  ['counted and there', { quantity: 3 }, undefined, ['InStock', undefined]],
  ['sold out', { quantity: 0 }, undefined, ['OutOfStock', undefined]],
  [
    'below zero after a preorder',
    { quantity: 0, stock: { policy: 'counted', onHand: -3, ready: 0 } },
    undefined,
    ['OutOfStock', undefined],
  ],
  ['on backorder, but there', backorder(2), undefined, ['InStock', undefined]],
  ['on backorder', backorder(-2), undefined, ['BackOrder', undefined]],
  ['at the limit of its backorder', backorder(-5), undefined, ['OutOfStock', undefined]],
  ['a preorder with its day', preorder, undefined, ['PreOrder', '2030-01-31']],
  ['a service', untracked(), undefined, ['InStock', undefined]],
  ['made to order', untracked('Ships in 5 days'), undefined, ['MadeToOrder', undefined]],
  ['in variants, as the soonest of them', { quantity: 12 }, [{ quantity: 0 }, preorder, backorder(-2)], ['BackOrder', undefined]],
])('[STOCKPOLICY-9] search engines read what is %s', (_what, product, variants, expected) => {
  expect(readOffer(product, variants)).toEqual(expected);
});
