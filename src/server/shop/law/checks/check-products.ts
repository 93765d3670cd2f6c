/** Checks of what is said of products: at their price, on their page, and in lists. */
import type { Sample } from './facts.ts';
import { type Check, type Finding, met, unknown, unmet, type VisitedPage, type Visitor } from './visitor.ts';

/** The page whose list has it on a card. */
const toListPath = (name: string) => `/searched/products?keyword=${encodeURIComponent(name)}`;
const toPath = ({ slug }: Sample) => `/product/${slug}`;

interface ProductCheck {
  pick: (visitor: Visitor) => readonly Sample[];
  /** Said where there is no such product. */
  none: string;
  /** What the page lacks, as in `/product/x doesn't say …`; null: it has all. */
  findMissing: (page: VisitedPage, visitor: Visitor, product: Sample) => string | null | Promise<string | null>;
  /** What it has, as in `/product/x and 2 more …`. */
  has: string;
}

/** Green only if each product that was looked at has it. */
const checkProducts =
  ({ pick, none, findMissing, has }: ProductCheck): Check =>
  async (visitor): Promise<Finding> => {
    const products = pick(visitor);
    if (!products.length) return unknown(none);
    for (const product of products) {
      const page = await visitor.page(toPath(product));
      if (page.status !== 200) return unknown(`${toPath(product)} answers ${page.status}, so that it couldn't be looked at.`);
      const missing = await findMissing(page, visitor, product);
      if (missing) return unmet(`${toPath(product)} ${missing}.`);
    }
    return met(`${products.map(toPath).join(', ')}: ${has}.`);
  };

const newest = ({ facts }: Visitor) => facts.newest;
const NO_PRODUCTS = 'There is no product in the shop to look at.';

/** A price before, struck through, or a saving: one that was never lower isn't announced where the lowest price is shown. */
const REDUCTION = /\bwas \D{0,4}\d|\bsave \d+\s?%/i;

export const checkLowestPrice = checkProducts({
  pick: ({ facts }) => facts.onSale,
  none: 'No product is on sale now, so there is no reduction to look at.',
  findMissing: ({ text }) =>
    !REDUCTION.test(text) || /lowest price/i.test(text)
      ? null
      : "announces a reduction and doesn't say the lowest price of the 30 days before",
  has: 'each reduction that is announced says the lowest price of the 30 days before',
});

export const checkPriceBefore = checkProducts({
  pick: ({ facts }) => facts.onSale,
  none: 'No product is on sale now, so there is no reduction to look at.',
  findMissing: ({ text }) =>
    /\b(was|before|lowest price)\b[^\n]{0,40}\d/i.test(text) ? null : "is on sale and doesn't show the price before",
  has: 'both prices are shown',
});

const PER_UNIT = /\d[^\n\p{L}]{0,4}(?:\p{L}{1,4}\s?)?\/\s*(100\s?)?(kg|g|l|ml|m|m²|m³|piece)(?![\p{L}\d])/u;

export const checkUnitPrice = checkProducts({
  pick: ({ facts }) => facts.measured,
  none: 'No product has contents by weight, volume, length or area. Whether yours need them can’t be seen.',
  findMissing: async ({ text }, visitor, { name }) => {
    if (!PER_UNIT.test(text)) return 'has contents and no price per unit';
    const { cards } = await visitor.page(toListPath(name));
    const card = cards.slice(Math.max(0, cards.indexOf(name)));
    return PER_UNIT.test(card.slice(0, 400)) ? null : 'has a price per unit, and its card in lists has none';
  },
  has: 'the price per unit is on the page and in lists',
});

const TAX_NOTE =
  /\b(incl|including|includes|inclusive)\b\.?[^\n]{0,20}\b(VAT|tax|taxes|GST|MwSt|consumption tax)\b|\b(VAT|tax|taxes|GST)\b[^\n]{0,12}\bincluded\b/i;
const SHIPPING_NOTE =
  /\bplus\b[^\n]{0,12}\b(shipping|delivery)\b|\b(shipping|delivery)\b[^\n]{0,12}\b(free|included)\b|\bfree (shipping|delivery)\b/i;

/** The notes right after the price may be in lines of their own. */
const flatten = (text: string) => text.replace(/\s*\n\s*/g, ' ');

export const checkTaxAndShippingNote = checkProducts({
  pick: newest,
  none: NO_PRODUCTS,
  findMissing: ({ text }) => {
    if (!TAX_NOTE.test(flatten(text))) return "doesn't say beside its price that tax is in it";
    return SHIPPING_NOTE.test(flatten(text)) ? null : "doesn't say beside its price whether shipping is added";
  },
  has: 'beside the price stands that tax is in it, and whether shipping is added',
});

export const checkTaxNote = checkProducts({
  pick: newest,
  none: NO_PRODUCTS,
  findMissing: ({ text }) => (TAX_NOTE.test(flatten(text)) ? null : "doesn't say beside its price that tax is in it"),
  has: 'beside the price stands that tax is in it',
});

const MAKER = /\b(manufacturer|manufactured by|producer)\b/i;
/** An email, or a web address with or without its protocol. */
const ADDRESS_OF_MAKER = /[\p{L}\d-]+\.\p{L}{2,}/iu;

export const checkProductSafety = checkProducts({
  pick: newest,
  none: NO_PRODUCTS,
  findMissing: ({ text }) => {
    const at = text.search(MAKER);
    if (at < 0) return "doesn't name who makes it";
    return ADDRESS_OF_MAKER.test(text.slice(at)) ? null : 'names who makes it, without an email or web address';
  },
  has: 'who makes it is named, with an address. Whether a responsible person in the EU and warnings are needed can’t be seen',
});

/** Green takes the notice itself; its name in a text is a hint only. */
export const checkGuaranteeNotice: Check = async (visitor) => {
  const [product] = visitor.facts.newest;
  if (!product) return unknown(NO_PRODUCTS);
  const pages = [await visitor.page(toPath(product))];
  for (const { path } of await visitor.findInFooter(/guarantee|warranty/i)) pages.push(await visitor.page(path));
  const shown = pages.find(({ images }) => images.some((it) => /legal guarantee/i.test(it)));
  if (shown)
    return met(`${shown.path} shows the notice as an image with its name. Whether it is the unchanged official one can't be seen.`);
  if (pages.some(({ text }) => /legal guarantee/i.test(text)))
    return unknown('The legal guarantee is named in a text. Whether the official notice is shown can’t be seen.');
  return unmet(`Neither ${toPath(product)} nor a page in the footer shows the notice of the legal guarantee.`);
};

export const checkReviews: Check = async (visitor) => {
  const { newest: products } = visitor.facts;
  if (!products.length) return unknown(NO_PRODUCTS);
  for (const product of products) {
    const { jsonLd, text } = await visitor.page(toPath(product));
    if (/aggregateRating|"review"/i.test(jsonLd) || /\b\d+ (reviews|ratings)\b/i.test(text))
      return unknown(`${toPath(product)} shows reviews. Whether it says how they are checked can’t be seen.`);
  }
  return met(`${products.map(toPath).join(', ')} show no reviews, so there is nothing to say about them.`);
};
