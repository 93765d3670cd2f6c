/** Which payment pages the shop sends a customer to. */

/** `pageOrigins`: those of the provider. Absolute URLs only: an empty or relative one would reload this page. */
export function isTrustedUrl(url: string, pageOrigins: readonly string[] = []): boolean {
  const origin = URL.parse(url)?.origin;
  return origin !== undefined && [window.location.origin, ...pageOrigins].includes(origin);
}
