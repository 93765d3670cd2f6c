/** Where login returns to: carried in the navigation state by gates, cart and bar. */

/** Only a path of this shop: one slash at its beginning, so that nothing leads to another host. */
export function readReturnTo(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  const { from } = state;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : null;
}
