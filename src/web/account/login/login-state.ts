/** What leads to the login tells it, beside where to return to. Apart from that, which every page of the shop has. */
import { isRecord } from '../../../contract/values.ts';

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
