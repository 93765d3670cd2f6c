/**
 * Builds a Content-Security-Policy that allows only the scripts which this project puts into a page, by their SHA-256. They are
 * distinguished from injected ones by a mark: while a page is rendered, each has an unpredictable nonce. It is removed again, because a
 * cached page is the same for everyone.
 */

/** Splits the marked HTML into the page as it is sent and the texts of its marked scripts. */
export function takeMarkedScripts(markedHtml: string, nonce: string): { html: string; scripts: string[] } {
  const parts = markedHtml.split(` nonce="${nonce}"`);
  const scripts: string[] = [];
  for (const [index, part] of parts.slice(1).entries()) {
    const before = parts[index] ?? '';
    // Links have the nonce too.
    if (!before.startsWith('<script', before.lastIndexOf('<'))) continue;
    scripts.push(part.slice(part.indexOf('>') + 1, part.indexOf('</script>')));
  }
  return { html: parts.join(''), scripts };
}

async function hashScript(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${new Uint8Array(digest).toBase64()}'`;
}

/** By the script's text. Data that differs from page to page is in data blocks, which need no hash, so there are only a few scripts. */
const knownHashes = new Map<string, Promise<string>>();
/** If there are more, scripts differ from page to page after all: the map is emptied, so that it can't grow without limit. */
const MAX_KNOWN_HASHES = 200;

function hashOnce(text: string): Promise<string> {
  const hash = knownHashes.get(text) ?? hashScript(text);
  if (knownHashes.size >= MAX_KNOWN_HASHES) knownHashes.clear();
  knownHashes.set(text, hash);
  return hash;
}

let imageSources = "'self' data: blob:";

/** Set once, before the first page: the origin of images, besides the shop's own. */
export function allowImagesFrom(origin: string): void {
  imageSources = `'self' data: blob: ${origin}`;
}

export async function buildPagePolicy(scripts: readonly string[]): Promise<string> {
  const hashes = await Promise.all(scripts.map(hashOnce));
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src ${imageSources}`,
    // For the preview of an email: a blob document, which has the page's own policy.
    'frame-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}
