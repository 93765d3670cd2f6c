/** Keeps the queue of password hashes full, like a flood of logins: until it ends, whatever needs a hash is answered 503. */
import { verifyPassword } from '../../src/server/shop/team/passwords/password-hash.ts';

/** More than can run and wait at once, so that each free place is taken by one of them. */
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
