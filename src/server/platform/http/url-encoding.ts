/**
 * Refuses query strings that contain half of a surrogate pair. The router refuses them in paths, but its query decoder would accept them.
 */
import { AppError } from '../errors.ts';

/** UTF-8 of U+D800 to U+DFFF, which are no characters. */
const HALF_SURROGATE = /%ed%[ab]/i;

/** Throws `invalid_request`. */
export function checkEncoding(url: string): void {
  if (HALF_SURROGATE.test(url)) throw new AppError('invalid_request', "The address isn't encoded correctly");
}
