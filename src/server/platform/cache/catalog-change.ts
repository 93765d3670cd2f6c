/** What a notification of the database says has changed (database/functions/notify_*.sql), and which responses that makes stale. */
import { idPrefix } from './id-prefixes.ts';

export type CatalogChange =
  | { readonly kind: 'everything' }
  /** What the product shows, or its existence, has changed. Lists show it too, and may change their order or selection. */
  | { readonly kind: 'product'; readonly id: string; readonly categoryId: string }
  /**
   * The number of their products, or their images, have changed. Sent together with the change of the product that was created, deleted or
   * moved.
   */
  | { readonly kind: 'categories' }
  /** Its stock was counted, imported or returned. Purchases are reported differently: ledger-cursor.ts, embedded-invalidation.ts. */
  | { readonly kind: 'stock'; readonly id: string }
  | { readonly kind: 'text'; readonly name: string };

/** Data that a handler read and that the ids in the response don't reveal. */
export type Dependency = 'products' | 'categories' | `category:${string}` | `product:${string}` | `text:${string}`;

/**
 * What a response was made from. Settings and the categories' names aren't listed: nearly everything shows them, so a change of them
 * affects all responses.
 */
export interface Dependencies {
  /** Prefixes of all ids in its body. */
  readonly idPrefixes: ReadonlySet<number>;
  readonly named: ReadonlySet<Dependency>;
}

export const EVERYTHING: CatalogChange = { kind: 'everything' };

/** Anything unknown counts as a change of everything. */
export function parseCatalogChange(payload: string): CatalogChange {
  const [kind, first, second] = payload.split(':');
  if (kind === 'product' && first && second) return { kind, id: first, categoryId: second };
  if (kind === 'stock' && first) return { kind, id: first };
  if (payload === 'categories') return { kind: 'categories' };
  if (kind === 'text' && first) return { kind, name: first };
  return EVERYTHING;
}

export function isAffected({ idPrefixes, named }: Dependencies, change: CatalogChange): boolean {
  switch (change.kind) {
    case 'everything':
      return true;
    case 'product':
      return (
        idPrefixes.has(idPrefix(change.id)) ||
        named.has('products') ||
        named.has(`category:${change.categoryId}`) ||
        named.has(`product:${change.id}`)
      );
    case 'categories':
      return named.has('categories');
    case 'stock':
      return idPrefixes.has(idPrefix(change.id));
    case 'text':
      return named.has(`text:${change.name}`);
  }
}
