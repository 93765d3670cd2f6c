/** Parses a pasted line to a redirect. Whatever the line says, the result is a path of this shop. */
import type { RedirectRefusal } from '../../contract/redirect-refusals.ts';

const MAX_LENGTH = 500;
const CONTROL = /\p{Cc}/u;

export interface RedirectPaths {
  /** The key by which redirects are looked up: see toKey. */
  from: string;
  to: string;
}

/**
 * Normalizes a path for looking up redirects: decoded and encoded again, in lower case because pages' paths are case-insensitive, and
 * without a slash at its end. Null: it can't be decoded.
 */
export function toKey(pathname: string): string | null {
  try {
    const path = decodeURI(pathname);
    return CONTROL.test(path) ? null : encodeURI(path.toLowerCase()).replace(/(?<=.)\/+$/, '');
  } catch {
    return null;
  }
}

/** Parses it as a browser would, if it stays within the shop. */
function parsePath(text: string, origins: readonly string[]): URL | RedirectRefusal {
  if (text.length > MAX_LENGTH) return 'too_long';
  if (CONTROL.test(text)) return 'invalid_path';
  const isUrl = /^[a-z][a-z0-9+.-]*:/i.test(text);
  if (!isUrl && !text.startsWith('/')) return 'invalid_path';
  const url = URL.parse(text, origins[0]);
  if (!url) return 'invalid_path';
  // `//host` and `/\host` mean another host. `/.//host` is normalized to `//host`, which a browser would take for one too.
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
  // Pages are cached without parameters that they don't know, so a redirect with a query would never be looked up.
  if (from.search || from.hash) return 'has_query';
  return { from: toKey(from.pathname) ?? '/', to: to.pathname + to.search + to.hash };
}

/** The lookup key of a redirect's target. */
export const toTargetKey = (to: string): string => toKey(to.replace(/[?#].*$/s, '')) ?? '';
