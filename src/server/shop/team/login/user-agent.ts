/**
 * Describes a device by its User-Agent header, in names that its owner recognizes. bowser knows the browsers and systems. Only names of its own
 * lists are returned, never text of the header, which it answers for a browser that it doesn't know.
 */
import Bowser from 'bowser';

const BROWSERS: ReadonlySet<string | undefined> = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS: ReadonlySet<string | undefined> = new Set([...Object.values(Bowser.OS_MAP), 'iPhone', 'iPad']);
/** As their owners say. */
const SHORT_NAMES: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Chrome OS': 'ChromeOS',
};

/** How much of the header is stored. */
export const USER_AGENT_MAX_LENGTH = 300;

export interface Device {
  browser: string | null;
  system: string | null;
}

const pickKnown = (known: ReadonlySet<string | undefined>, name: string | undefined): string | null =>
  name && known.has(name) ? (SHORT_NAMES[name] ?? name) : null;

export function parseUserAgent(userAgent: string | null): Device {
  // bowser throws at an empty text.
  if (!userAgent) return { browser: null, system: null };
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, USER_AGENT_MAX_LENGTH));
  const system = os.name === 'iOS' ? pickKnown(SYSTEMS, platform.model) : null;
  return { browser: pickKnown(BROWSERS, browser.name), system: system ?? pickKnown(SYSTEMS, os.name) };
}
