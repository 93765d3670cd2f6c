/**
 * Opens the shop in the browser: each visit is a new page without cookies and with its own local storage, closed after the test. Console
 * errors, uncaught errors, violations of the Content-Security-Policy and native dialogs fail the test.
 */
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import type { Session } from './api-client.ts';
import { closeContext, closeIdleContexts, openContext } from './browser-contexts.ts';

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 };

interface VisitOptions extends BrowserContextOptions {
  /** Log in with this session. */
  session?: Session;
  /** Local storage: strings as they are, anything else as JSON. */
  storage?: Record<string, unknown>;
  /** Default: the origin given to `prepareVisits`. */
  origin?: string;
  /** Install `page.clock`, so that the test can move the time. */
  clock?: boolean;
  /** A browser that has never visited the shop: its cache is empty. */
  isFirst?: boolean;
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Allows errors that the test causes on purpose. */
  expectBrowserErrors: (...patterns: RegExp[]) => void;
  browserErrors: string[];
}

const serialize = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Sets the local storage of an origin before the page's first scripts run there, and clears what earlier visits left. */
async function setLocalStorage(page: Page, origin: string, entries: Record<string, string>): Promise<void> {
  await page.addInitScript(
    ([ofOrigin, items]) => {
      const marker = 'the test has set the local storage';
      if (location.origin !== ofOrigin || sessionStorage.getItem(marker)) return;
      sessionStorage.setItem(marker, 'yes');
      localStorage.clear();
      for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
    },
    [origin, entries] as const,
  );
}

/** Call it once at the top of a file. Returns a function that opens one visit. */
export function prepareVisits(defaultOrigin: string) {
  const ownOrigins = new Set<string>();
  const openVisits: { visitor: Visitor; expectedErrors: RegExp[]; close: () => Promise<void> }[] = [];

  afterEach(async () => {
    const visits = openVisits.splice(0);
    await Promise.all(visits.map(({ close }) => close()));
    const unexpectedErrors = visits.flatMap(({ visitor, expectedErrors }) =>
      visitor.browserErrors.filter((it) => !expectedErrors.some((pattern) => pattern.test(it))),
    );
    expect(unexpectedErrors, 'errors in the browser').toEqual([]);
  });
  // The file's own shops end with it.
  afterAll(() => Promise.all([...ownOrigins].map(closeIdleContexts)));

  return async (options: VisitOptions = {}): Promise<Visitor> => {
    const {
      session,
      storage = {},
      origin = defaultOrigin,
      clock = false,
      isFirst = false,
      viewport = WIDE,
      colorScheme,
      ...others
    } = options;
    if (origin !== defaultOrigin) ownOrigins.add(origin);
    const isShared = !clock && !isFirst;
    const view = { viewport, ...(colorScheme && { colorScheme }) };
    // Visits that differ in their view share a context, as a page can change it.
    const contextOptions = { baseURL: origin, viewport: WIDE, reducedMotion: 'reduce' as const, ...others, ...(!isShared && view) };
    const opened = await openContext(contextOptions, isShared);
    const { context, browserErrors } = opened;
    if (clock) await context.clock.install();
    const page = await context.newPage();
    if (isShared && viewport && viewport !== WIDE) await page.setViewportSize(viewport);
    if (isShared && colorScheme) await page.emulateMedia({ colorScheme });
    const entries = { ...(session && { auth: { user: session.user, token: session.token } }), ...storage };
    await setLocalStorage(page, origin, Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, serialize(value)])));
    const expectedErrors: RegExp[] = [];
    const visitor: Visitor = { page, context, browserErrors, expectBrowserErrors: (...patterns) => expectedErrors.push(...patterns) };
    openVisits.push({ visitor, expectedErrors, close: () => closeContext(opened) });
    return visitor;
  };
}

/** Opens a path and waits for hydration: before that, clicks are lost. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await waitForHydration(page);
}

export async function waitForHydration(page: Page): Promise<void> {
  // The container of toasts opens in an effect, so it is open once React has hydrated the page.
  await page.waitForFunction(() => document.querySelector('[popover="manual"]:popover-open') !== null, undefined, { polling: 50 });
}

/** Call it before measuring: text in the page's font has another size than in the fallback. */
export async function waitForFonts(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
}

/** The toast with this text. */
export function findToast(page: Page, text: string | RegExp): Locator {
  return page.locator('[role="status"], [role="alert"]').filter({ hasText: text }).first();
}

export async function hasNoHorizontalScroll(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
}

/** The parsed value of a key in local storage. */
export function readLocalStorage(page: Page, key: string): Promise<unknown> {
  return page.evaluate((it) => {
    const text = localStorage.getItem(it);
    return text === null ? null : JSON.parse(text);
  }, key);
}
