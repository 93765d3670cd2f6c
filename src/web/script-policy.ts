/**
 * A Content-Security-Policy that lets in the scripts which this project puts into a page, named by their SHA-256, and no others. They
 * are told from injected ones by a mark: while a page is rendered each of them bears a nonce that nobody can have foreseen. It is taken
 * out again, as a cached page is the same for everyone.
 */

/** Splits the marked HTML into the page as it is sent and the texts of its marked scripts. */
export function takeMarkedScripts(markedHtml: string, nonce: string): { html: string; scripts: string[] } {
  const parts = markedHtml.split(` nonce="${nonce}"`);
  const scripts: string[] = [];
  for (const [index, part] of parts.slice(1).entries()) {
    const before = parts[index] ?? '';
    // Links bear it too.
    if (!before.startsWith('<script', before.lastIndexOf('<'))) continue;
    scripts.push(part.slice(part.indexOf('>') + 1, part.indexOf('</script>')));
  }
  return { html: parts.join(''), scripts };
}

async function hashScript(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${new Uint8Array(digest).toBase64()}'`;
}

/** By the script's text. What differs from page to page stands in data blocks, which no policy names, so there are only a few scripts. */
const knownHashes = new Map<string, Promise<string>>();

function hashOnce(text: string): Promise<string> {
  const hash = knownHashes.get(text) ?? hashScript(text);
  knownHashes.set(text, hash);
  return hash;
}

let imageSources = "'self' data: blob:";

/** Set once, before the first page: the origin that images come from besides the shop's own. */
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
    // The preview of an email, which no script can make of an address: a document of the page's own, under the same policy.
    'frame-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}
