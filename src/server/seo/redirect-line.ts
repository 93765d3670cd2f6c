/** Reads a line that makes a redirect. All that it gives is a path of this shop, whatever the line says. */
import type { RedirectRefusal } from '../../contract/redirect-refusals.ts';

const MAX_LENGTH = 500;
const CONTROL = /\p{Cc}/u;

export interface RedirectPaths {
  /** As it is looked up: see toKey. */
  from: string;
  to: string;
}

/** The path as redirects are found by it: decoded and encoded again, in lower case as pages' paths are compared, without a slash at its end. Null: it can't be decoded. */
export function toKey(pathname: string): string | null {
  try {
    const path = decodeURI(pathname);
    return CONTROL.test(path) ? null : encodeURI(path.toLowerCase()).replace(/(?<=.)\/+$/, '');
  } catch {
    return null;
  }
}

/** As a browser would read it, if that stays in the shop. */
function parsePath(text: string, origins: readonly string[]): URL | RedirectRefusal {
  if (text.length > MAX_LENGTH) return 'too_long';
  if (CONTROL.test(text)) return 'invalid_path';
  const isUrl = /^[a-z][a-z0-9+.-]*:/i.test(text);
  if (!isUrl && !text.startsWith('/')) return 'invalid_path';
  const url = URL.parse(text, origins[0]);
  if (!url) return 'invalid_path';
  // `//host` and `/\host` name another host; of `/.//host` the dot is taken out, and a browser would take what is left for one.
  if (!origins.includes(url.origin) || url.pathname.startsWith('//')) return 'foreign_host';
  return toKey(url.pathname) === null ? 'invalid_path' : url;
}

/** `origins`: those of the shop. */
export function parseLine(line: string, origins: readonly string[]): RedirectPaths | RedirectRefusal {
  const [fromText, toText, ...others] = line.trim().split(/\s+/u);
  if (!fromText || !toText || others.length) return 'not_two_paths';
  const [from, to] = [parsePath(fromText, origins), parsePath(toText, origins)];
  if (typeof from === 'string') return from;
  if (typeof to === 'string') return to;
  // Pages are cached without the parameters that they don't know, so nobody would look at these.
  if (from.search || from.hash) return 'has_query';
  return { from: toKey(from.pathname) ?? '/', to: to.pathname + to.search + to.hash };
}

/** Where a redirect leads to, as it would be looked up. */
export const toTargetKey = (to: string): string => toKey(to.replace(/[?#].*$/s, '')) ?? '';
