/** The server-rendered HTML as a search engine reads it, without scripts. */
import net from 'node:net';
import { expect, test } from 'vitest';
import { listCategories } from '../../src/contract/category.ts';
import { listProducts } from '../../src/contract/product.ts';
import { call, first, isSimple } from './support/api-client.ts';
import { getWorkerOrigin } from './support/worker-shop.ts';

const origin = getWorkerOrigin();
const product = first((await call(origin, listProducts)).products.filter(isSimple));
const category = first((await call(origin, listCategories)).category);

async function fetchPage(path: string) {
  const response = await fetch(origin + path);
  const html = await response.text();
  const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) => JSON.parse(json ?? ''));
  return {
    status: response.status,
    html,
    title: /<title>(.*?)<\/title>/.exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    description: /<meta name="description" content="([^"]*)"/.exec(html)?.[1],
    image: /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1],
    data: data as Record<string, unknown>[],
  };
}

test('[NAV-9] the first page says what the shop is, and how to search it', async () => {
  const page = await fetchPage('/');
  expect(page.title).toBe('eCommerce App');
  expect(page.canonical).toBe(`${origin}/`);
  expect(page.description?.length).toBeGreaterThan(30);
  expect(page.data).toEqual([expect.objectContaining({ '@type': 'WebSite', url: `${origin}/`, potentialAction: expect.anything() })]);
});

test('[SEO-2] however it is filtered or sorted, a list has one canonical URL', async () => {
  expect((await fetchPage(`/?category=${category.slug}&sort=price-up`)).canonical).toBe(`${origin}/`);
  expect((await fetchPage('/?page=2&sort=name')).canonical).toBe(`${origin}/?page=2`);
  expect((await fetchPage(`/category/${category.slug}?sort=name`)).canonical).toBe(`${origin}/category/${category.slug}`);
});

test('[PROD-1] [SEO-3] a product’s structured data has its price, picture, availability and breadcrumbs', async () => {
  const page = await fetchPage(`/product/${product.slug}`);
  expect(page.canonical).toBe(`${origin}/product/${product.slug}`);
  expect(page.description).toBe(page.description?.trim());
  expect(page.image).toBe(origin + product.image);
  expect((await fetch(String(page.image))).status).toBe(200);
  const [productData, breadcrumbs] = page.data;
  expect(productData).toMatchObject({
    '@type': 'Product',
    name: product.name,
    offers: { price: product.price.toFixed(2), priceCurrency: 'USD', availability: expect.stringMatching(/\/(In|OutOf)Stock$/) },
  });
  expect(breadcrumbs).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [{ position: 1 }, { position: 2 }, { position: 3, name: product.name }],
  });
});

test('[ROUTE-2] a missing page has status 404 and no canonical URL', async () => {
  for (const path of ['/no-such-page', '/product/no-such-product', '/category/no-such-category']) {
    const page = await fetchPage(path);
    expect(page.status, path).toBe(404);
    expect(page.canonical, path).toBeUndefined();
  }
});

test('[SRCH-1] [SEO-2] whatever was searched for, the canonical URL is the search page', { tags: ['full'] }, async () => {
  for (const query of ['', '?keyword=lamp', '?keyword=%3Cb%3E', '?keyword=zzzz']) {
    const page = await fetchPage(`/searched/products${query}`);
    expect(page.canonical, query).toBe(`${origin}/searched/products`);
    expect(page.description, query).toMatch(/Search/);
  }
});

test.each(['/', `/category/${category.slug}?sort=name`, `/product/${product.slug}`, '/about', '/searched/products?keyword=tea'])(
  "[INPUT-6] %s under a visitor's click id is the page that everyone has, and nothing of the id is in it",
  async (path) => {
    const plain = await fetch(origin + path);
    const clicked = await fetch(`${origin}${path}${path.includes('?') ? '&' : '?'}gclid=visitor-4242x&utm_source=mail-4242x`);
    const [plainHtml, clickedHtml] = [await plain.text(), await clicked.text()];
    expect(clickedHtml).not.toContain('4242x');
    expect(clickedHtml).toBe(plainHtml);
    expect([clicked.status, clicked.headers.get('etag')]).toEqual([200, plain.headers.get('etag')]);
  },
);

/** Sends a path and a Host header that no browser would send. */
function sendRaw(target: string, host: string): Promise<string> {
  const { port, hostname } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    );
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

test.each([
  ['//evil.example/x', 'localhost'],
  ['http://evil.example/', 'localhost'],
  ['/', 'a b'],
  ['/', '<script>alert(1)</script>'],
  ['/', '"onload="x'],
  ['/%', 'localhost'],
  ['/\\evil', 'localhost'],
])('a request for %s from host %s is answered calmly', async (target, host) => {
  const response = await sendRaw(target, host);
  expect(response).toMatch(/^HTTP\/1\.1 (200|400|404) /);
  expect(response).not.toContain('<script>alert(1)');
});
