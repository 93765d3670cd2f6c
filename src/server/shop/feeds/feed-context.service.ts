/** What the feeds have of the shop, besides its products: categories, shipping, currency. */
import type { Deps } from '../../deps.ts';
import { PLACEHOLDER_SETTING } from '../content/media/image.repository.ts';
import { toShippingRate } from '../pricing/price-cart.service.ts';
import { readShippingSettings } from '../pricing/pricing-settings.service.ts';
import { hasRestOfWorld } from '../pricing/territories.ts';
import { readPriceNotes } from '../settings/price-notes.service.ts';
import { findSetting } from '../settings/settings.repository.ts';
import { readShopDetails } from '../settings/shop-details.service.ts';
import { type FeedCategory, listFeedCategories } from './feed.repository.ts';
import type { FeedContext, FeedShipping } from './feed-item.ts';

type Context = Pick<Deps, 'db' | 'memoize'>;

/** The country of the setting, else the shop's, else that for which carts are priced. */
export async function findFeedCountry({ db, memoize }: Context, chosen: string): Promise<string> {
  if (chosen) return chosen;
  const { country } = await readShopDetails(db);
  return country || (await readShippingSettings({ db, memoize })).shipping.defaultCountry;
}

/** The places of the country that a zone names, or else the rest of the world. */
async function listShipping(context: Context, country: string): Promise<FeedShipping[]> {
  const { zones } = (await readShippingSettings(context)).shipping;
  if (!zones.length) return [{ country, region: '', rates: null }];
  const named = zones.flatMap(({ places, rates }) =>
    places.filter((it) => it.country === country).map(({ region }) => ({ country, region, rates: rates.map(toShippingRate) })),
  );
  const others = zones.find(({ places }) => hasRestOfWorld(places));
  const coversAll = named.some(({ region }) => !region);
  return [...named, ...(others && !coversAll ? [{ country, region: '', rates: others.rates.map(toShippingRate) }] : [])];
}

/** Google's category of a branch is that of the nearest category above which has one. */
function createFinder(rows: readonly FeedCategory[]): FeedContext['findCategory'] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const known = new Map<string, ReturnType<FeedContext['findCategory']>>();
  const find = (id: string): ReturnType<FeedContext['findCategory']> => {
    const row = byId.get(id);
    if (!row) return { path: [], googleCategory: null };
    const cached = known.get(id);
    if (cached) return cached;
    const above = row.parentId ? find(row.parentId) : { path: [], googleCategory: null };
    const found = { path: [...above.path, row.name], googleCategory: row.googleCategory ?? above.googleCategory };
    known.set(id, found);
    return found;
  };
  return find;
}

export async function loadFeedContext(deps: Context, origin: string, country: string): Promise<FeedContext & { shopName: string }> {
  const [{ name, currency }, rows, placeholder, shipping, { notes }] = [
    await readShopDetails(deps.db),
    await listFeedCategories(deps.db),
    (await findSetting(deps.db, PLACEHOLDER_SETTING)) as { imageId?: string } | null,
    await listShipping(deps, country),
    await readPriceNotes(deps.db),
  ];
  const { handling } = (await readShippingSettings(deps)).shipping.dispatch ?? {};
  const shop = { origin, currency, shopName: name, countsFromLowest: notes.lowestPrice, handling };
  return { ...shop, findCategory: createFinder(rows), shipping, placeholderImageId: placeholder?.imageId ?? null };
}
