/** Random carts for property tests: lines, a code, the shipping rates of a zone, and tax. */
import fc from 'fast-check';

const PRODUCTS = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'] as const;
const CATEGORIES = ['c0', 'c1', 'c2'] as const;

const cartLine = fc.record({
  productId: fc.constantFrom(...PRODUCTS),
  categoryId: fc.constantFrom(...CATEGORIES),
  priceCents: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 99_999_999 })),
  quantity: fc.integer({ min: 1, max: 20 }),
  isShipped: fc.boolean(),
  weightGrams: fc.integer({ min: 0, max: 50_000 }),
  taxClass: fc.constantFrom(null, 'reduced', 'zero', 'food', 'wine'),
});

const discountRule = fc.record({
  kind: fc.constantFrom('percent' as const, 'amount' as const, 'free_shipping' as const),
  percent: fc.integer({ min: 1, max: 100 }),
  amountCents: fc.integer({ min: 1, max: 100_000 }),
  minimumCents: fc.constantFrom(0, 0, 5000, 1_000_000),
  categoryIds: fc.subarray([...CATEGORIES]),
  productIds: fc.subarray([...PRODUCTS]),
});

const tiers = fc
  .array(fc.record({ from: fc.integer({ min: 1, max: 100_000 }), priceCents: fc.integer({ min: 0, max: 5000 }) }), { maxLength: 3 })
  .map((list) => [{ from: 0, priceCents: 499 }, ...list.sort((a, b) => a.from - b.from)]);

export const generatedCart = fc.record({
  lines: fc.array(cartLine, { minLength: 1, maxLength: 8 }),
  code: fc.option(discountRule),
  shippingRates: fc.option(
    fc.array(
      fc.record({
        id: fc.constantFrom('a', 'b', 'c'),
        name: fc.constant('Rate'),
        basis: fc.constantFrom('flat' as const, 'weight' as const, 'total' as const),
        tiers,
        freeFromCents: fc.option(fc.integer({ min: 0, max: 50_000 })),
      }),
      { maxLength: 3 },
    ),
  ),
  shippingId: fc.constantFrom('a', 'b', 'c', undefined),
  tax: fc.record({
    ratePpm: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000_000 })),
    classRates: fc.record(
      { reduced: fc.integer({ min: 0, max: 250_000 }), zero: fc.constant(0), food: fc.integer({ min: 0, max: 1_000_000 }) },
      { requiredKeys: [] },
    ),
    isIncluded: fc.boolean(),
    isShippingTaxed: fc.boolean(),
    isRoundedOnce: fc.boolean(),
  }),
});
