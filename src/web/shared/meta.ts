/** The tags in a page's head for search engines and link previews. */
import type { MetaDescriptor, UIMatch } from 'react-router';
import type { DetailedProduct, Product } from '../../contract/product.ts';
import { DEFAULT_SHOP_DETAILS, type Settings, type ShopDetails } from '../../contract/settings.ts';
import { excerpt } from './format.ts';
import type { RootData, ShopCategory } from './shop-data.ts';

const DESCRIPTION_MAX_LENGTH = 155;

/** The matched routes; the first one is the root, with its data. */
export type RouteMatches = readonly (Pick<UIMatch, 'id' | 'loaderData'> | undefined)[];

interface PageMeta {
  /** The page's name; absent: only the shop's. */
  title?: string;
  /** Any length; cut to what search engines show. */
  description?: string;
  /** The canonical path. */
  path: string;
  /** A shared link shows the first one. */
  images?: { url: string; alt?: string }[];
  /** https://schema.org */
  jsonLd?: object[];
}

/** The image of the first product, for a page of a list. */
export const listFirstImage = ([first]: readonly Product[] = []): DetailedProduct['images'] =>
  first ? [{ url: first.image, alt: first.name }] : [];

/** The root's data, empty if it couldn't be loaded. */
export function readRootData(matches: RouteMatches): {
  origin: string;
  categories: ShopCategory[];
  productCount: number;
  shop: ShopDetails;
  delivery: Settings['delivery'];
} {
  const data = matches.find((match) => match?.id === 'root')?.loaderData as Partial<RootData> | undefined;
  const { origin = '', categories = [], productCount = 0, settings } = data ?? {};
  return { origin, categories, productCount, shop: settings?.shop ?? DEFAULT_SHOP_DETAILS, delivery: settings?.delivery };
}

/** The browser tab's title: the page, then the shop. */
export const formatPageTitle = (page: string, shopName: string): string => `${page} – ${shopName}`;

/** For pages that search engines don't show. */
export function createTitleMeta(page?: string) {
  return ({ matches }: { matches: RouteMatches }): MetaDescriptor[] => {
    const { name } = readRootData(matches).shop;
    return [{ title: page === undefined ? name : formatPageTitle(page, name) }];
  };
}

/** Images are paths or, with an image host, URLs. */
export const toAbsoluteUrl = (image: string, origin: string) => (image.startsWith('/') ? origin + image : image);

export function createMeta(
  matches: RouteMatches,
  { title: page, description, path, images = [], jsonLd = [] }: PageMeta,
): MetaDescriptor[] {
  const { origin, shop } = readRootData(matches);
  const fullTitle = page === undefined ? shop.name : formatPageTitle(page, shop.name);
  const tags: MetaDescriptor[] = [{ title: fullTitle }];
  const metaDescription = description && excerpt(description.replace(/\s+/g, ' ').trim(), DESCRIPTION_MAX_LENGTH);
  if (metaDescription) tags.push({ name: 'description', content: metaDescription });
  tags.push(
    { tagName: 'link', rel: 'canonical', href: origin + path },
    { property: 'og:site_name', content: shop.name },
    { property: 'og:title', content: fullTitle },
    { property: 'og:url', content: origin + path },
  );
  if (metaDescription) tags.push({ property: 'og:description', content: metaDescription });
  for (const { url, alt } of images) {
    tags.push({ property: 'og:image', content: toAbsoluteUrl(url, origin) });
    if (alt !== undefined) tags.push({ property: 'og:image:alt', content: alt });
  }
  if (images.length) tags.push({ name: 'twitter:card', content: 'summary_large_image' });
  return [...tags, ...jsonLd.map((it) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...it } }))];
}

/** The shop with its search, for a search box in search results. */
export function createWebSiteJsonLd(matches: RouteMatches): object {
  const { origin, shop } = readRootData(matches);
  return {
    '@type': 'WebSite',
    name: shop.name,
    url: `${origin}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/searched/products?keyword={keyword}` },
      'query-input': 'required name=keyword',
    },
  };
}
