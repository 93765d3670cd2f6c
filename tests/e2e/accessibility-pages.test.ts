/** Every screen is accessible in both colour schemes, doesn't scroll horizontally at any width, and logs no error in the console. */
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import { beforeAll, describe, expect, test } from 'vitest';
import { startCheckout } from '../../src/contract/order.ts';
import routes from '../../src/web/routes.ts';
import { isFullRun } from '../support/projects.ts';
import { auditScreen } from './support/accessibility.ts';
import { call, first, makeShopper } from './support/api-client.ts';
import { type DemoData, listScreenUrls, loadDemoData, type Viewer } from './support/screens.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits, WIDE } from './support/visitor.ts';
import { getWorkerOrigin } from './support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

const VIEWS = [
  ['wide', WIDE, 'light'],
  ['narrow', NARROW, 'dark'],
] as const;

/** Pages in a state that another page also has, that differ in words only, or that the test of the page itself checks: here in a full run only. */
const VARIANTS = [
  'home-filtered',
  'home-nothing',
  'search',
  'search-nothing',
  'search-blank',
  'contact',
  'policy',
  'forget-password',
  'reset-password',
  'cart-visitor',
  'gate',
  'gate-admin',
  'cancel',
  'user-invoice',
  'admin-orders-nothing',
  'admin-slips',
  'admin-users-nothing',
  'admin-import',
  'admin-team',
  'admin-api-keys',
  'admin-webhooks',
  'admin-activity',
  'admin-settings-domain',
  'admin-settings-opening',
  'admin-settings-backups',
  'admin-settings-mail-server',
  'admin-not-found',
];

let demoData: DemoData;

beforeAll(async () => {
  demoData = await loadDemoData(origin);
});

function openAs(viewer: Viewer, viewport: { width: number; height: number }, colorScheme: 'light' | 'dark') {
  const { shopper, admin, products } = demoData;
  const session = { visitor: undefined, shopper, admin }[viewer];
  const cart = [...products.slice(0, 3), ...products.slice(0, 1)];
  return visit({ viewport, colorScheme, storage: { cart }, ...(session && { session }) });
}

describe.each(['visitor', 'shopper', 'admin'] as const)('every screen of a %s', (viewer) => {
  test.each(VIEWS)(
    '[NAV-1] %s: readable for everyone, and never wider than the window',
    { timeout: 180_000 },
    async (view, viewport, colorScheme) => {
      const { page, expectBrowserErrors } = await openAs(viewer, viewport, colorScheme);
      expectBrowserErrors(
        /status of 404.*(nowhere|order\/delays|legal-guarantee)/,
        /item doesn't exist[\s\S]*delay-choice/,
        /status of 403.*admin-auth/,
      );
      const violations: string[] = [];
      const screens = Object.entries(listScreenUrls(demoData)[viewer]).filter(([name]) => isFullRun || !VARIANTS.includes(name));
      for (const [index, [name, url]] of screens.entries()) {
        // Every screen in both widths in a full run, otherwise wide and narrow in turn.
        if (!isFullRun && VIEWS[index % VIEWS.length]?.[0] !== view) continue;
        await goTo(page, url);
        violations.push(...(await auditScreen(page, name, viewport, colorScheme, Math.floor(index / VIEWS.length))));
      }
      expect(violations).toEqual([]);
    },
  );
});

test('[A11Y-1] no page of the shop is left out', () => {
  // A route is known by its file: some have several paths.
  const toRouteObject = ({ path, file, children }: RouteConfigEntry): RouteObject =>
    children ? { id: file, children: children.map(toRouteObject) } : { id: file, path: path ?? '/' };
  const listPages = ({ file, children }: RouteConfigEntry): string[] => children?.flatMap(listPages) ?? [file];
  const entries = routes as RouteConfigEntry[];
  const table = entries.map(toRouteObject);
  const urls = Object.values(listScreenUrls(demoData)).flatMap((screens) => Object.values(screens));
  const checked = new Set(urls.map((url) => matchRoutes(table, new URL(url, origin).pathname)?.at(-1)?.route.id));
  expect(entries.flatMap(listPages).filter((file) => !checked.has(file))).toEqual([]);
});

test.each(VIEWS)('[CART-8] the hosted pay page, %s: the same', async (_look, viewport, colorScheme) => {
  const { token } = await makeShopper(origin);
  // Products of other tests may be sold out.
  const products = demoData.products.filter(({ quantity }) => quantity > 5).slice(0, 2);
  const { url } = await call(origin, startCheckout, { token, body: { products } });
  const { page } = await visit({ viewport, colorScheme });
  await page.goto(url);
  expect(await auditScreen(page, 'pay', viewport, colorScheme)).toEqual([]);
});

test('[NAV-1] [A11Y-3] text at twice the size breaks no page', async () => {
  const { products, categories } = demoData;
  const { page } = await visit({ storage: { cart: products.slice(0, 3) } });
  const overflowingUrls: string[] = [];
  for (const url of ['/', `/product/${first(products).slug}`, `/category/${first(categories).slug}`, '/cart', '/login', '/register']) {
    await goTo(page, url);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      // In the shop's font, which is wider than the fallback.
      return document.fonts.ready.then(() => undefined);
    });
    if (!(await hasNoHorizontalScroll(page))) overflowingUrls.push(url);
  }
  expect(overflowingUrls).toEqual([]);
});
