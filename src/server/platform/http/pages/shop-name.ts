/** The shop's name for what isn't rendered by the web: error pages, and the API's document. It must be there while the database isn't. */
import type { FastifyInstance } from 'fastify';
import pTimeout from 'p-timeout';
import { DEFAULT_SHOP_DETAILS } from '../../../../contract/default-settings.ts';

/** An error page doesn't wait longer: it shows the name that was read last. */
const MAX_WAIT = 250;

export interface ShopName {
  /** As it was read last. */
  readonly current: string;
  refresh: () => Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent where only a part of the shop is served. */
    shopName?: ShopName;
  }
}

/** `readName` asks the database, or what was memoized of it. */
export function registerShopName(app: FastifyInstance, readName: () => Promise<string>): void {
  let current = DEFAULT_SHOP_DETAILS.name;
  const read = async () => {
    current = await readName();
  };
  const refresh = () => pTimeout(read(), { milliseconds: MAX_WAIT, fallback: () => undefined }).catch(() => undefined);
  app.decorate('shopName', {
    get current() {
      return current;
    },
    refresh,
  });
}
