/**
 * Opens the shop in the browser: a new browser context for each visit, closed after the test. Console errors, uncaught errors,
 * violations of the Content-Security-Policy and native dialogs fail the test.
 */
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Session } from './api-client.ts';
import { getWorkerBrowserEndpoint } from './worker-shop.ts';

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 };

/** Far more than any step takes on a busy machine: only a step that can't succeed waits so long. */
const TIMEOUT_MS = 30_000;

interface VisitOptions extends BrowserContextOptions {
  /** Log in with this session. */
  session?: Session;
  /** Local storage: strings as they are, anything else as JSON. */
  storage?: Record<string, unknown>;
  /** Default: the origin given to `prepareVisits`. */
  origin?: string;
  /** Install `page.clock`, so that the test can move the time. */
  clock?: boolean;
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Allows errors that the test causes on purpose. */
  expectBrowserErrors: (...patterns: RegExp[]) => void;
  browserErrors: string[];
}

const serialize = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function collectBrowserErrors(page: Page, browserErrors: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') browserErrors.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => browserErrors.push(`uncaught: ${error.stack || error.message}`));
  page.on('dialog', (dialog) => {
    browserErrors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

/** Call it once at the top of a file. Returns a function that opens one visit. */
export function prepareVisits(defaultOrigin: string) {
  let browser: Browser;
  const openVisits: { visitor: Visitor; expectedErrors: RegExp[] }[] = [];

  beforeAll(async () => {
    browser = await chromium.connect(getWorkerBrowserEndpoint());
  });
  afterAll(async () => {
    await browser?.close();
  });
  afterEach(async () => {
    const visits = openVisits.splice(0);
    await Promise.all(visits.map(({ visitor }) => visitor.context.close()));
    const unexpectedErrors = visits.flatMap(({ visitor, expectedErrors }) =>
      visitor.browserErrors.filter((it) => !expectedErrors.some((pattern) => pattern.test(it))),
    );
    expect(unexpectedErrors, 'errors in the browser').toEqual([]);
  });

  return async ({ session, storage = {}, origin = defaultOrigin, clock = false, ...options }: VisitOptions = {}): Promise<Visitor> => {
    const storageEntries = { ...(session && { auth: { user: session.user, token: session.token } }), ...storage };
    const localStorage = Object.entries(storageEntries).map(([name, value]) => ({ name, value: serialize(value) }));
    const context = await browser.newContext({
      baseURL: origin,
      viewport: WIDE,
      reducedMotion: 'reduce',
      storageState: { cookies: [], origins: [{ origin, localStorage }] },
      ...options,
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    if (clock) await context.clock.install();
    const browserErrors: string[] = [];
    await context.exposeBinding('reportViolation', (_source, text: string) => browserErrors.push(`policy: ${text}`));
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const reportToTest = (window as unknown as { reportViolation: (text: string) => void }).reportViolation;
        reportToTest(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
      });
    });
    context.on('page', (page) => collectBrowserErrors(page, browserErrors));
    const page = await context.newPage();
    const expectedErrors: RegExp[] = [];
    const visitor: Visitor = { page, context, browserErrors, expectBrowserErrors: (...patterns) => expectedErrors.push(...patterns) };
    openVisits.push({ visitor, expectedErrors });
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
