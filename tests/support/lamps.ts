/** Two lamps, and every place in which a visitor could meet the newer one. */
import { listCategories } from '../../src/contract/category.ts';
import { filterProducts, listCategoryProducts, listProducts, listSimilarProducts, readProduct } from '../../src/contract/product.ts';
import { updateProduct } from '../../src/contract/product-admin.ts';
import type { ProductStatus } from '../../src/contract/product-fields.ts';
import { listSuggestions, searchProducts } from '../../src/contract/product-search.ts';
import { readDashboardStats } from '../../src/contract/reports.ts';
import type { Shop } from './harness.ts';
import { makeCategory, makeProducts } from './products.ts';

export function openLamps(shop: Shop) {
  const { db } = shop.deps;
  /** Two lamps, the newer one of this status. */
  async function createLamps(status: ProductStatus) {
    const category = await makeCategory(db, 'Lamps');
    const [hidden, shown] = await makeProducts(db, [
      { categoryId: category, name: 'Zebrawood Lamp', slug: 'zebrawood', priceCents: 1500, quantity: 1, sku: 'Z-1', status },
      { categoryId: category, name: 'Oak Lamp', slug: 'oak', priceCents: 2500, quantity: 1 },
    ]);
    const { token } = await shop.signUp({ role: 1 });
    const setStatus = (to: ProductStatus) => shop.call(updateProduct, { token, params: { id: String(hidden?.id) }, body: { status: to } });
    return { category, hidden: String(hidden?.id), shown: String(shown?.id), image: String(shown?.imageId), token, setStatus };
  }

  type Lamps = Awaited<ReturnType<typeof createLamps>>;

  /** Wherever a visitor could meet the newer lamp: its name, or how many there are. */
  async function readPlaces({ category, hidden, shown, token }: Lamps) {
    const names = (products: { name: string }[]) => products.map((it) => it.name).sort();
    const filtered = (body: object) => shop.call(filterProducts, { body: { checked: [], radio: [], ...body } });
    const byCategory = (await shop.call(listCategories)).body.category[0];
    const { body: found } = await filtered({ keyword: 'lamp' });
    const { body: all } = await filtered({ checked: [category], radio: [0, 99] });
    const { body: ofCategory } = await shop.call(listCategoryProducts, { params: { slug: 'lamps' } });
    const { body: suggested } = await shop.call(listSuggestions, { params: { keyword: 'zebra' } });
    const { body: home } = await shop.call(listProducts);
    return {
      page: (await shop.call(readProduct, { params: { slug: 'zebrawood' } })).status,
      home: [names(home.products), home.total],
      category: [names(ofCategory.product), ofCategory.total, byCategory?.count, byCategory?.image],
      filter: [names(all.products), all.total, all.facets.categories[0]?.count, all.facets.prices[0]?.count],
      keyword: [names(found.products), found.total, found.facets.categories[0]?.count],
      search: names((await shop.call(searchProducts, { params: { keyword: 'zebrawood' } })).body),
      misspelt: names((await shop.call(searchProducts, { params: { keyword: 'zebrawod' } })).body),
      bySku: names((await shop.call(searchProducts, { params: { keyword: 'z-1' } })).body),
      nearby: names((await shop.call(searchProducts, { params: { keyword: 'oak zebrawood' } })).body),
      suggested: names(suggested.products),
      similar: names((await shop.call(listSimilarProducts, { params: { productId: shown, categoryId: category } })).body),
      similarToIt: names((await shop.call(listSimilarProducts, { params: { productId: hidden, categoryId: category } })).body),
      sitemap: (await shop.send({ url: '/sitemap/products-1.xml' })).body,
      lowStock: names((await shop.call(readDashboardStats, { token })).body.figures.runningLow),
    };
  }

  return { createLamps, readPlaces };
}
