/** What a User-Agent header says of a device, in names that its owner knows it by. Only such names come out of it, never its own words. */

/** Before those that call themselves like them: each browser names its ancestors too. */
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

/** What is kept of the header. */
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
