/**
 * People in front of the shop. A fresh context for each visit, closed after the test. Whatever the
 * browser complained of meanwhile fails the test: a message in the console, an error nobody caught, a broken policy, a dialog.
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
  /** Logged in already. */
  session?: Session;
  /** What lies in local storage: texts as they are, anything else as JSON. */
  storage?: Record<string, unknown>;
  /** Another shop than the file's own. */
  origin?: string;
  /** Time stands under `page.clock`: fastForward, pauseAt. */
  clock?: boolean;
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Complaints that this visit must bring, since the test makes them happen. */
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

/** Call it once at the top of a file; what it gives opens the door to one visitor. */
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
    expect(unexpectedErrors, 'what the browser complained of').toEqual([]);
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

/** A page is at home once its script has taken over: before that a click may go unheard. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await waitForHydration(page);
}

export async function waitForHydration(page: Page): Promise<void> {
  // The layer of toasts opens once React has put its hands on the whole page; a click before that would go unheard.
  await page.waitForFunction(() => document.querySelector('[popover="manual"]:popover-open') !== null, undefined, { polling: 50 });
}

/** The toast with this text, wherever it stands. */
export function findToast(page: Page, text: string | RegExp): Locator {
  return page.locator('[role="status"], [role="alert"]').filter({ hasText: text }).first();
}

export async function hasNoHorizontalScroll(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
}

/** The text that a person sees in local storage under a key, parsed. */
export function readLocalStorage(page: Page, key: string): Promise<unknown> {
  return page.evaluate((it) => {
    const text = localStorage.getItem(it);
    return text === null ? null : JSON.parse(text);
  }, key);
}
