import type { FastifyInstance, FastifyReply } from 'fastify';
import { IMAGE_WIDTHS } from '../../../../contract/limits.ts';
import * as contract from '../../../../contract/redirect.ts';
import type { Deps } from '../../../deps.ts';
import { sendNotFound } from '../../../platform/http/errors.ts';
import { getPublicOrigin } from '../../../platform/http/public-origin.ts';
import { route } from '../../../platform/http/route.ts';
import { readCategories } from '../../catalog/categories/category.service.ts';
import { listPublishedUrls } from '../../catalog/collections/collection.repository.ts';
import { countProducts } from '../../catalog/listing/catalog-summary.service.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { imageFileName, parseImageUrl } from '../media/image-url.ts';
import { listPublishedPages } from '../pages/page.repository.ts';
import { drawIcon, drawShareImage, drawTouchIcon, escapeXml, type ShopMark } from './draw-shop.ts';
import { addRedirects, exportRedirects, listRedirects, removeRedirect } from './redirect.service.ts';
import { listBrandSlugs, listProductUrls } from './seo.repository.ts';

async function readMark({ db, images }: Pick<Deps, 'db' | 'images'>): Promise<ShopMark> {
  const { name, accentColor, logo } = await readShopDetails(db);
  const imageId = logo && parseImageUrl(logo);
  return { name, accentColor, logo: imageId ? await images.read(imageFileName(imageId, Math.max(...IMAGE_WIDTHS))) : null };
}

const IMAGES: Record<string, { type: string; draw: (shop: ShopMark) => Promise<string | Buffer> }> = {
  '/favicon.svg': { type: 'image/svg+xml', draw: drawIcon },
  // Crawlers and feed readers request it without having read a page. It may have any type.
  '/favicon.ico': { type: 'image/png', draw: drawTouchIcon },
  '/apple-touch-icon.png': { type: 'image/png', draw: drawTouchIcon },
  '/share.png': { type: 'image/png', draw: drawShareImage },
};

export function shopImageRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'images'>): void {
  for (const [path, { type, draw }] of Object.entries(IMAGES)) {
    app.get(path, { schema: { hide: true }, config: { cache: 'shared' } }, async (_request, reply): Promise<FastifyReply> => {
      const image = await draw(await readMark(deps));
      return reply.type(type).send(image);
    });
  }
}

/**
 * What search engines, crawlers and browsers request besides pages: icons and the image of shared links, robots.txt, the sitemap
 * (https://www.sitemaps.org/protocol.html); and the team's redirects.
 */
/** Personal pages, and pages with endless variations of their URL, which are useless in search results. */
const DISALLOWED_PATHS = [
  '/api/',
  '/dashboard/',
  '/guest/',
  '/success',
  '/cancel',
  '/pay/',
  '/login',
  '/register',
  '/forget-password',
  '/late-order',
];

export function robotsRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/robots.txt', { schema: { hide: true }, config: { cache: 'per-origin' } }, async (request, reply) => {
    const lines = [
      'User-agent: *',
      ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
      `Sitemap: ${getPublicOrigin(deps, request)}/sitemap.xml`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}

/**
 * The protocol allows 50,000 URLs per file. This many are read within milliseconds, also after each change. Parts only have about this
 * size.
 */
const PART_SIZE = 1000;
const STATIC_PAGES = ['/', '/categories', '/about', '/contact', '/policy'];

interface SitemapEntry {
  url: string;
  /** ISO 8601 */
  lastModified?: string;
}

function sendXml(reply: FastifyReply, root: 'urlset' | 'sitemapindex', item: 'url' | 'sitemap', entries: SitemapEntry[]): FastifyReply {
  const items = entries.map(
    ({ url, lastModified }) => `<${item}><loc>${escapeXml(url)}</loc>${lastModified ? `<lastmod>${lastModified}</lastmod>` : ''}</${item}>`,
  );
  return reply
    .type('application/xml; charset=utf-8')
    .send(
      `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items.join('\n')}\n</${root}>\n`,
    );
}

const countParts = async (deps: Deps) => Math.ceil((await countProducts(deps)) / PART_SIZE);

export function sitemapRoutes(app: FastifyInstance, deps: Deps): void {
  const options = { schema: { hide: true }, config: { cache: 'per-origin', dependsOn: ['products', 'collections'] } } as const;

  app.get('/sitemap.xml', options, async (request, reply) => {
    const origin = getPublicOrigin(deps, request);
    const products = Array.from({ length: await countParts(deps) }, (_, index) => ({
      url: `${origin}/sitemap/products-${index + 1}.xml`,
    }));
    return sendXml(reply, 'sitemapindex', 'sitemap', [{ url: `${origin}/sitemap/pages.xml` }, ...products]);
  });

  app.get('/sitemap/pages.xml', options, async (request, reply) => {
    const origin = getPublicOrigin(deps, request);
    const categories = await readCategories(deps);
    const pages = await listPublishedPages(deps.db);
    const brands = await listBrandSlugs(deps.db);
    const collections = await listPublishedUrls(deps.db);
    const dated = [
      ...pages.map(({ slug, updatedAt }) => ({ path: `/pages/${slug}`, updatedAt })),
      ...(collections.length
        ? [{ path: '/collections', updatedAt: new Date(Math.max(...collections.map((it) => it.updatedAt.getTime()))) }]
        : []),
      ...collections.map(({ slug, updatedAt }) => ({ path: `/collections/${slug}`, updatedAt })),
    ];
    const paths = [...STATIC_PAGES, ...categories.map(({ slug }) => `/category/${slug}`), ...brands.map((slug) => `/brands/${slug}`)];
    return sendXml(reply, 'urlset', 'url', [
      ...paths.map((path) => ({ url: origin + path })),
      ...dated.map(({ path, updatedAt }) => ({ url: origin + path, lastModified: updatedAt.toISOString() })),
    ]);
  });

  app.get<{ Params: { part: string } }>('/sitemap/products-:part(^[1-9]\\d{0,5}).xml', options, async (request, reply) => {
    const [part, parts] = [Number(request.params.part), await countParts(deps)];
    if (part > parts) return sendNotFound(reply);
    const origin = getPublicOrigin(deps, request);
    const found = await deps.readFromReplica((db) => listProductUrls(db, part, parts));
    return sendXml(
      reply,
      'urlset',
      'url',
      found.map(({ slug, updatedAt }) => ({ url: `${origin}/product/${slug}`, lastModified: `${updatedAt.replace(' ', 'T')}Z` })),
    );
  });
}

export function redirectRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listRedirects, async ({ query }) => ({ success: true, ...(await listRedirects(deps, query)) }));

  route(app, contract.exportRedirects, async () => exportRedirects(deps.readFromReplica));

  route(app, contract.addRedirects, async ({ body, request }) => {
    const { added, refused } = await addRedirects(deps, body.text, [getPublicOrigin(deps, request)]);
    return { success: true, message: `${added} added, ${refused.length} refused`, added, refused };
  });

  route(app, contract.deleteRedirect, async ({ params }) => {
    await removeRedirect(deps, params.id);
    return { success: true, message: 'The redirect is deleted' };
  });
}
