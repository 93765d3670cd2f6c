/** Where login returns to. RequireAuth, the cart and the header put it into the navigation state as `from`. */

/** Accepts only paths of this shop: a second slash could lead to another host. */
export function readReturnTo(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  const { from } = state;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : null;
}
