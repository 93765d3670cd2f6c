/**
 * `npm run screenshots`: every page at 1440 and 390 pixels, light and dark, full, empty, loading and failing, into
 * reports/screens, with a sheet of small ones for each state. STATES=full,loading and ONLY=cart choose some.
 */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { ensureWebBuild } from '../../src/server/http/ensure-web-build.ts';
import { startShop } from '../shop-process.ts';
import { launchChromium } from './chromium.ts';
import { type Facts, readFacts, screensOf, type Who } from './screens.ts';
import { hydrated } from './visitor.ts';
import { logInAdmin, makeShopper } from './wire.ts';

const STATES = ['full', 'empty', 'loading', 'failing'] as const;
type State = (typeof STATES)[number];

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'reports/screens');

const states = STATES.filter((it) => process.env.STATES?.split(',').includes(it) ?? true);
const only = process.env.ONLY?.split(',');

/** A page whose data doesn't come, or comes as a failure: gone to within the app, as its own calls are made then. */
async function goWithout(page: Page, address: string, state: State): Promise<void> {
  await page.goto('/about', { waitUntil: 'domcontentloaded' });
  await hydrated(page);
  await page.route('**/api/v1/**', (route) => {
    // The gates stay open: what they guard is what is looked at.
    if (/-auth$/.test(route.request().url())) return route.fallback();
    if (state === 'failing') return route.fulfill({ status: 503, json: { success: false, message: 'The shop is busy, please try again' } });
    return undefined;
  });
  await page.evaluate((to) => {
    const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter: { navigate: (to: string) => unknown } };
    void router.navigate(to);
  }, address);
}

async function shoot(context: BrowserContext, address: string, state: State, file: string): Promise<void> {
  const page = await context.newPage();
  if (state === 'loading' || state === 'failing') await goWithout(page, address, state);
  else await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(state === 'loading' ? 1200 : 700);
  await page.screenshot({ path: file, fullPage: state === 'full' || state === 'empty' });
  await page.close();
}

/** All of one look side by side, each cut to its first screen. */
async function makeSheet(files: string[], file: string, { width, height }: { width: number; height: number }): Promise<void> {
  const wide = width > 1000;
  const cell = { width: wide ? 480 : 260, height: Math.round(((wide ? 480 : 260) * height) / width) };
  const perRow = wide ? 4 : 7;
  const small = await Promise.all(
    files.map((it) =>
      sharp(it)
        .resize({ ...cell, fit: 'cover', position: 'top' })
        .toBuffer(),
    ),
  );
  await sharp({
    create: {
      width: perRow * (cell.width + 8),
      height: Math.ceil(small.length / perRow) * (cell.height + 8),
      channels: 3,
      background: '#777',
    },
  })
    .composite(
      small.map((input, index) => ({
        input,
        left: (index % perRow) * (cell.width + 8),
        top: Math.floor(index / perRow) * (cell.height + 8),
      })),
    )
    .png()
    .toFile(file);
}

async function shootAll(browser: Browser, origin: string, facts: Facts, state: State): Promise<void> {
  const cart = [...facts.products.slice(0, 3), ...facts.products.slice(0, 1)];
  for (const viewport of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const files: string[] = [];
      for (const [who, screens] of Object.entries(screensOf(facts)) as [Who, Record<string, string>][]) {
        const session = { visitor: null, shopper: facts.shopper, admin: facts.admin }[who];
        const localStorage = [
          ...(state === 'empty' ? [] : [{ name: 'cart', value: JSON.stringify(cart) }]),
          ...(session ? [{ name: 'auth', value: JSON.stringify({ user: session.user, token: session.token }) }] : []),
        ];
        const context = await browser.newContext({
          baseURL: origin,
          viewport,
          colorScheme,
          reducedMotion: 'reduce',
          storageState: { cookies: [], origins: [{ origin, localStorage }] },
        });
        for (const [name, address] of Object.entries(screens)) {
          if (only && !only.includes(name)) continue;
          const file = path.join(folder, state, `${name}-${viewport.width}-${colorScheme}.png`);
          await shoot(context, address, state, file);
          files.push(file);
        }
        await context.close();
      }
      await makeSheet(files, path.join(folder, `${state}-${viewport.width}-${colorScheme}.png`), viewport);
      console.log(`${state}, ${viewport.width} pixels, ${colorScheme}: ${files.length} screens`);
    }
  }
}

await ensureWebBuild(root, (line) => console.log(line));
const browser = await launchChromium();
try {
  for (const state of states) {
    rmSync(path.join(folder, state), { recursive: true, force: true });
    mkdirSync(path.join(folder, state), { recursive: true });
    const shop = await startShop({ env: { LOG_LEVEL: 'error', ...(state === 'empty' && { DEMO: 'off' }) } });
    try {
      const nobody = async (): Promise<Facts> => ({
        shopper: await makeShopper(shop.origin, 'New Shopper'),
        admin: await logInAdmin(shop.origin),
        products: [],
        categories: [],
        order: '',
      });
      await shootAll(browser, shop.origin, state === 'empty' ? await nobody() : await readFacts(shop.origin), state);
    } finally {
      await shop.stop();
    }
  }
} finally {
  await browser.close();
}
console.log(`They stand in ${folder}`);
