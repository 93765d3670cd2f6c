/**
 * Describes a device by its User-Agent header, in names that its owner recognizes. Only known names are returned, never text of the header.
 */

/** In this order, because browsers also name the browsers that they descend from. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.* Safari\//],
] as const;

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** How much of the header is stored. */
export const USER_AGENT_MAX_LENGTH = 300;

export interface Device {
  browser: string | null;
  system: string | null;
}

const findName = (names: readonly (readonly [string, RegExp])[], text: string) =>
  names.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

export function parseUserAgent(userAgent: string | null): Device {
  const text = userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? '';
  return { browser: findName(BROWSERS, text), system: findName(SYSTEMS, text) };
}
