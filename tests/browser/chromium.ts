/** A real Chromium: one that is installed, or the one that npm brought. */
import { existsSync } from 'node:fs';
import bundled from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** No calls to the outside: what a test sees comes from the shop alone. */
const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export async function launchChromium(): Promise<Browser> {
  const installed = process.env.CHROMIUM_PATH ?? INSTALLED.find((it) => existsSync(it));
  if (installed) return chromium.launch({ executablePath: installed, args: QUIET });
  // It would pick its own rendering flags for a cloud function; the ones of a desktop show what people see.
  return chromium.launch({ executablePath: await bundled.executablePath(), args: [...bundled.args.filter((it) => it !== '--single-process'), ...QUIET] });
}
