/**
 * npm run screenshots              every page at 1440 and 390 pixels, light and dark, full, empty, loading and failing, into
 *                                  reports/screens, with a contact sheet for each state. STATES=full,loading and ONLY=cart choose some
 * npm run screenshots -- --readme  the pictures of the README, into docs/images
 */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { ensureBuild } from '../../tools/build/build.ts';
import { startShop } from '../support/shop-process.ts';
import { logInAdmin, makeShopper } from './support/api-client.ts';
import { launchChromium } from './support/chromium.ts';
import { type DemoData, listScreenUrls, loadDemoData, type Viewer } from './support/screens.ts';
import { waitForHydration } from './support/visitor.ts';

const STATES = ['full', 'empty', 'loading', 'failing'] as const;
type State = (typeof STATES)[number];

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const root = path.resolve(import.meta.dirname, '../..');
const outputDir = path.join(root, 'reports/screens');

const states = STATES.filter((it) => process.env.STATES?.split(',').includes(it) ?? true);
const onlyScreens = process.env.ONLY?.split(',');

/** Opens a page whose API calls hang or fail. Navigates within the app, since the browser makes these calls only then. */
async function goWithoutData(page: Page, url: string, state: State): Promise<void> {
  // Between the two areas a new document is loaded.
  await page.goto(url.startsWith('/dashboard/admin') ? '/dashboard/admin/redirects' : '/about', { waitUntil: 'domcontentloaded' });
  await waitForHydration(page);
  await page.route('**/api/v1/**', (route) => {
    // Session checks succeed: otherwise no page behind a login could be shown.
    if (/-auth$/.test(route.request().url())) return route.fallback();
    if (state === 'failing') return route.fulfill({ status: 503, json: { success: false, message: 'The shop is busy, please try again' } });
    return undefined;
  });
  await page.evaluate((to) => {
    const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter: { navigate: (to: string) => unknown } };
    void router.navigate(to);
  }, url);
}

/** A browser in which this person is logged in, with the shop's first products in the cart, if there are any. */
function openContext(
  browser: Browser,
  origin: string,
  { shopper, admin, products }: DemoData,
  viewer: Viewer,
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
): Promise<BrowserContext> {
  const session = { visitor: null, shopper, admin }[viewer];
  const cart = [...products.slice(0, 3), ...products.slice(0, 1)];
  const localStorage = [
    ...(cart.length ? [{ name: 'cart', value: JSON.stringify(cart) }] : []),
    ...(session ? [{ name: 'auth', value: JSON.stringify({ user: session.user, token: session.token }) }] : []),
  ];
  const storageState = { cookies: [], origins: [{ origin, localStorage }] };
  return browser.newContext({ baseURL: origin, viewport, colorScheme, reducedMotion: 'reduce', storageState });
}

/** `state` null: a full page, but only its first screenful. */
async function takeScreenshot(context: BrowserContext, url: string, state: State | null, file: string): Promise<void> {
  const page = await context.newPage();
  if (state === 'loading' || state === 'failing') await goWithoutData(page, url, state);
  else await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(state === 'loading' ? 1200 : 700);
  await page.screenshot({ path: file, fullPage: state === 'full' || state === 'empty' });
  await page.close();
}

/** All screens of one size and colour scheme side by side, each cropped to its first screenful. */
async function makeContactSheet(files: string[], file: string, { width, height }: { width: number; height: number }): Promise<void> {
  const isWide = width > 1000;
  const cell = { width: isWide ? 480 : 260, height: Math.round(((isWide ? 480 : 260) * height) / width) };
  const perRow = isWide ? 4 : 7;
  const thumbnails = await Promise.all(
    files.map((it) =>
      sharp(it)
        .resize({ ...cell, fit: 'cover', position: 'top' })
        .toBuffer(),
    ),
  );
  await sharp({
    create: {
      width: perRow * (cell.width + 8),
      height: Math.ceil(thumbnails.length / perRow) * (cell.height + 8),
      channels: 3,
      background: '#777',
    },
  })
    .composite(
      thumbnails.map((input, index) => ({
        input,
        left: (index % perRow) * (cell.width + 8),
        top: Math.floor(index / perRow) * (cell.height + 8),
      })),
    )
    .png()
    .toFile(file);
}

async function takeAllScreenshots(browser: Browser, origin: string, demoData: DemoData, state: State): Promise<void> {
  for (const viewport of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const files: string[] = [];
      for (const [viewer, screens] of Object.entries(listScreenUrls(demoData)) as [Viewer, Record<string, string>][]) {
        const context = await openContext(browser, origin, demoData, viewer, viewport, colorScheme);
        for (const [name, url] of Object.entries(screens)) {
          if (onlyScreens && !onlyScreens.includes(name)) continue;
          const file = path.join(outputDir, state, `${name}-${viewport.width}-${colorScheme}.png`);
          await takeScreenshot(context, url, state, file);
          files.push(file);
        }
        await context.close();
      }
      await makeContactSheet(files, path.join(outputDir, `${state}-${viewport.width}-${colorScheme}.png`), viewport);
      console.log(`${state}, ${viewport.width} pixels, ${colorScheme}: ${files.length} screens`);
    }
  }
}

const README_SCREENSHOTS = [
  ['home', 'visitor', 'home', { width: 1440, height: 900 }],
  ['product', 'visitor', 'product', { width: 1440, height: 900 }],
  ['cart', 'shopper', 'cart', { width: 1440, height: 900 }],
  ['admin', 'admin', 'admin', { width: 1440, height: 900 }],
  ['mobile', 'visitor', 'home', { width: 390, height: 844 }],
] as const;

async function takeReadmeScreenshots(browser: Browser): Promise<void> {
  const shop = await startShop({ env: { LOG_LEVEL: 'error' } });
  try {
    const demoData = await loadDemoData(shop.origin);
    for (const [name, viewer, screen, viewport] of README_SCREENSHOTS) {
      const context = await openContext(browser, shop.origin, demoData, viewer, viewport, 'light');
      await takeScreenshot(context, listScreenUrls(demoData)[viewer][screen] ?? '/', null, path.join(root, 'docs/images', `${name}.png`));
      await context.close();
    }
  } finally {
    await shop.stop();
  }
}

async function takeStateScreenshots(browser: Browser, state: State): Promise<void> {
  rmSync(path.join(outputDir, state), { recursive: true, force: true });
  mkdirSync(path.join(outputDir, state), { recursive: true });
  const shop = await startShop({ env: { LOG_LEVEL: 'error', ...(state === 'empty' && { DEMO: 'off' }) } });
  try {
    const loadEmptyShopData = async (): Promise<DemoData> => ({
      shopper: await makeShopper(shop.origin, 'New Shopper'),
      admin: await logInAdmin(shop.origin),
      products: [],
      categories: [],
      order: '',
      collection: { _id: '', slug: 'none' },
      brand: 'none',
      guestOrder: { id: '', signature: '' },
      download: { id: '', signature: '' },
      import: '',
      importedOrder: '',
      giftCard: '',
      invitation: '',
    });
    await takeAllScreenshots(browser, shop.origin, state === 'empty' ? await loadEmptyShopData() : await loadDemoData(shop.origin), state);
  } finally {
    await shop.stop();
  }
}

await ensureBuild(root, (message) => console.log(message));
const browser = await launchChromium();
try {
  if (process.argv.includes('--readme')) await takeReadmeScreenshots(browser);
  else for (const state of states) await takeStateScreenshots(browser, state);
} finally {
  await browser.close();
}
