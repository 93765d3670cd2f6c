/** Where login returns to. RequireAuth, the cart and the header put it into the navigation state as `from`. */
import { isRecord } from '../../contract/values.ts';

/** Accepts only paths of this shop: a second slash could lead to another host. */
export function readReturnTo(state: unknown): string | null {
  const from = isRecord(state) ? state.from : null;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : null;
}
