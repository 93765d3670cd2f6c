/** Keeps the queue of password hashes full, as a flood of logins does: until it ends, whatever needs a hash is answered 503. */
import { verifyPassword } from '../../src/server/shop/team/passwords/password-hash.ts';

/** More than run and wait at once, so that one of them takes each place that becomes free. */
const FLOOD_SIZE = 200;

/** Returns a function that ends the flood. */
export function floodHashing(): () => Promise<unknown> {
  let isOver = false;
  const flood = Array.from({ length: FLOOD_SIZE }, async () => {
    while (!isOver) await verifyPassword(undefined, 'x').catch(() => new Promise((resolve) => setTimeout(resolve, 1)));
  });
  return () => {
    isOver = true;
    return Promise.all(flood);
  };
}
