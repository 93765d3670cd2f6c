/** The sitemap (https://www.sitemaps.org/protocol.html): an index that leads to one file of pages and some of products. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { sendNotFound } from '../../../platform/http/errors.ts';
import { getPublicOrigin } from '../../../platform/http/public-origin.ts';
import { readCategories } from '../../catalog/categories/category.service.ts';
import { countProducts } from '../../catalog/listing/catalog-summary.service.ts';
import { listPublishedPages } from '../pages/page.repository.ts';
import { escapeXml } from './draw-shop.ts';
import { listProductUrls } from './sitemap.repository.ts';

/** robots.txt: what search engines may crawl, and where the sitemap is. */

/** Personal pages, and pages with endlessly many URLs, which are of no use in search results. */
const DISALLOWED_PATHS = ['/api/', '/dashboard/', '/guest/', '/success', '/cancel', '/pay/', '/login', '/register', '/forget-password'];

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
  const options = { schema: { hide: true }, config: { cache: 'per-origin', dependsOn: ['products'] } } as const;

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
    const paths = [...STATIC_PAGES, ...categories.map(({ slug }) => `/category/${slug}`)];
    return sendXml(reply, 'urlset', 'url', [
      ...paths.map((path) => ({ url: origin + path })),
      ...pages.map(({ slug, updatedAt }) => ({ url: `${origin}/pages/${slug}`, lastModified: updatedAt.toISOString() })),
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
