/** Where login returns to. RequireAuth, the cart and the header put it into the navigation state as `from`. */
import { isRecord } from '../contract/is-record.ts';

/** Accepts only paths of this shop: a second slash could lead to another host. */
export function readReturnTo(state: unknown): string | null {
  const from = isRecord(state) ? state.from : null;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : null;
}

/** Why the login is there: an email was just confirmed, or has to be first. */
export type LoginNotice = 'confirmed' | 'confirm-first';

export function readLoginNotice(state: unknown): LoginNotice | null {
  const notice = isRecord(state) ? state.notice : null;
  return notice === 'confirmed' || notice === 'confirm-first' ? notice : null;
}

/** After a registration, the login's email is filled in; from a guest's order, that of both forms. */
export function readRegisteredEmail(state: unknown): string | undefined {
  const email = isRecord(state) ? state.email : null;
  return typeof email === 'string' ? email : undefined;
}
