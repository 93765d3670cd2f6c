/**
 * Browser contexts, which visits with the same options share one after the other: a page in one that has the shop's scripts in its cache,
 * and whose process runs already, takes a third of a new one's processor time.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchTestChromium } from './chromium.ts';

/** Far longer than any step takes on a busy machine: only a step that can't succeed waits that long. */
const TIMEOUT_MS = 30_000;

export interface OpenedContext {
  context: BrowserContext;
  /** Errors of the visit that uses it. */
  browserErrors: string[];
  /** The options that others need to get it afterwards; null if nobody may. */
  key: string | null;
  /** An empty page of a shared one, open as long as it is: the process that pages run in ends with its last page. */
  keptPage: Page | null;
}

/**
 * Kept by the module: the files of a worker run in one process, one after the other. Playwright ends it with the process. A browser
 * started by another process would be controlled through that process, which takes a quarter of a test's time.
 */
let browser: Promise<Browser> | undefined;
const idleContexts = new Map<string, OpenedContext[]>();

function collectBrowserErrors(page: Page, opened: OpenedContext): void {
  page.on('console', (message) => {
    if (message.type() === 'error') opened.browserErrors.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => opened.browserErrors.push(`uncaught: ${error.stack || error.message}`));
  page.on('dialog', (dialog) => {
    opened.browserErrors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

async function createContext(options: BrowserContextOptions, key: string | null): Promise<OpenedContext> {
  browser ??= launchTestChromium();
  const context = await (await browser).newContext(options);
  const opened: OpenedContext = { context, browserErrors: [], key, keptPage: null };
  context.setDefaultTimeout(TIMEOUT_MS);
  await context.exposeBinding('reportViolation', (_source, text: string) => opened.browserErrors.push(`policy: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const reportToTest = (window as unknown as { reportViolation: (text: string) => void }).reportViolation;
      reportToTest(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  if (key !== null) opened.keptPage = await context.newPage();
  context.on('page', (page) => collectBrowserErrors(page, opened));
  return opened;
}

/** `isShared`: other visits may have used it, and may use it afterwards. */
export async function openContext(options: BrowserContextOptions, isShared: boolean): Promise<OpenedContext> {
  const key = isShared ? JSON.stringify(options) : null;
  const idle = key === null ? undefined : idleContexts.get(key)?.pop();
  if (!idle) return createContext(options, key);
  await idle.context.clearCookies();
  idle.browserErrors = [];
  return idle;
}

/** Closes its pages, and the context unless it is shared. */
export async function closeContext(opened: OpenedContext): Promise<void> {
  const { context, key, keptPage } = opened;
  if (key === null) return context.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  const pages = context.pages().filter((page) => page !== keptPage);
  await Promise.all([...pages.map((page) => page.close()), context.setOffline(false)]);
  idleContexts.set(key, [...(idleContexts.get(key) ?? []), opened]);
}

/** Those of this shop. */
export async function closeIdleContexts(origin: string): Promise<void> {
  for (const [key, contexts] of idleContexts) {
    if ((JSON.parse(key) as BrowserContextOptions).baseURL !== origin) continue;
    idleContexts.delete(key);
    await Promise.all(contexts.map(({ context }) => context.close()));
  }
}
