/** The tags in a page's head for search engines and link previews. */
import type { MetaDescriptor, UIMatch } from 'react-router';
import type { Product } from '../contract/product.ts';
import { excerpt } from './format.ts';
import { nav } from './messages/navigation.ts';
import { spec } from './messages/specification.ts';
import type { RootData } from './root-data.ts';
import type { ShopCategory } from './state/categories.ts';

const DESCRIPTION_MAX_LENGTH = 155;

/** The browser tab's title: the page, then the shop. */
export function formatPageTitle(page: string): string {
  return `${page} – ${spec.title}`;
}

/** The matched routes; the first one is the root, with its data. */
type RouteMatches = readonly (Pick<UIMatch, 'id' | 'loaderData'> | undefined)[];

interface PageMeta {
  title: string;
  /** Any length; cut to what search engines show. */
  description?: string;
  /** The canonical path. */
  path: string;
  /** Path of an image. */
  image?: string;
  /** https://schema.org */
  jsonLd?: object[];
}

/** The root's data, empty if it couldn't be loaded. */
function readRootData(matches: RouteMatches): { origin: string; categories: ShopCategory[] } {
  const data = matches.find((match) => match?.id === 'root')?.loaderData as Partial<RootData> | undefined;
  return { origin: data?.origin ?? '', categories: data?.categories ?? [] };
}

export function createMeta(matches: RouteMatches, { title, description, path, image, jsonLd = [] }: PageMeta): MetaDescriptor[] {
  const { origin } = readRootData(matches);
  const tags: MetaDescriptor[] = [{ title }];
  const metaDescription = description && excerpt(description.replace(/\s+/g, ' ').trim(), DESCRIPTION_MAX_LENGTH);
  if (metaDescription) tags.push({ name: 'description', content: metaDescription });
  tags.push(
    { tagName: 'link', rel: 'canonical', href: origin + path },
    { property: 'og:site_name', content: spec.title },
    { property: 'og:title', content: title },
    { property: 'og:url', content: origin + path },
  );
  if (metaDescription) tags.push({ property: 'og:description', content: metaDescription });
  if (image) tags.push({ property: 'og:image', content: origin + image }, { name: 'twitter:card', content: 'summary_large_image' });
  return [...tags, ...jsonLd.map((it) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...it } }))];
}

/** Home, then the category, then the product if given. */
export function createBreadcrumbJsonLd(matches: RouteMatches, categoryId: string, product?: Product): object {
  const { origin, categories } = readRootData(matches);
  const category = categories.find((it) => it._id === categoryId);
  const breadcrumbs = [
    { name: nav.home, path: '/' },
    ...(category ? [{ name: category.name, path: `/category/${category.slug}` }] : []),
    ...(product ? [{ name: product.name, path: `/product/${product.slug}` }] : []),
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: breadcrumbs.map(({ name, path }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: origin + path })),
  };
}

export function createProductJsonLd(matches: RouteMatches, product: Product): object {
  const { origin } = readRootData(matches);
  return {
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: product._id,
    image: origin + product.image,
    offers: {
      '@type': 'Offer',
      url: `${origin}/product/${product.slug}`,
      price: product.price.toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${product.quantity > 0 ? 'InStock' : 'OutOfStock'}`,
    },
  };
}

/** The shop with its search, for a search box in search results. */
export function createWebSiteJsonLd(matches: RouteMatches): object {
  const { origin } = readRootData(matches);
  return {
    '@type': 'WebSite',
    name: spec.title,
    url: `${origin}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/searched/products?keyword={keyword}` },
      'query-input': 'required name=keyword',
    },
  };
}
