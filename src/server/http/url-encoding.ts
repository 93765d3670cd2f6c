/** Query strings that hold half of a surrogate pair. Of a path, the router refuses them; of a query, its decoder would let them through. */
import { AppError } from '../errors.ts';

/** UTF-8 of U+D800 to U+DFFF, which are no characters. */
const HALF_SURROGATE = /%ed%[ab]/i;

/** Throws `invalid_request`. */
export function checkEncoding(url: string): void {
  if (HALF_SURROGATE.test(url)) throw new AppError('invalid_request', "The address isn't encoded correctly");
}
