/** What a notification of the database says has changed (database/functions/notify_*.sql), and which responses that makes stale. */
import { idPrefix } from './id-prefixes.ts';

export type CatalogChange =
  | { readonly kind: 'everything' }
  /** Name, description, price or shipping: shown by lists too, whose order or selection it may change. */
  | { readonly kind: 'product'; readonly id: string; readonly categoryId: string }
  /** Counted, imported or returned. What a purchase takes isn't notified: ledger-cursor.ts finds it. */
  | { readonly kind: 'stock'; readonly id: string }
  | { readonly kind: 'text'; readonly name: string };

/** What a handler read, where the ids in the response don't say it. */
export type Dependency = 'products' | `category:${string}` | `product:${string}` | `text:${string}`;

/** What a response was made of. Categories and settings are not named: every page shows them, so their changes concern everything. */
export interface Dependencies {
  /** Of all ids in its body. */
  readonly idPrefixes: ReadonlySet<number>;
  readonly named: ReadonlySet<Dependency>;
}

export const EVERYTHING: CatalogChange = { kind: 'everything' };

/** Anything unknown counts as a change of everything. */
export function parseCatalogChange(payload: string): CatalogChange {
  const [kind, first, second] = payload.split(':');
  if (kind === 'product' && first && second) return { kind, id: first, categoryId: second };
  if (kind === 'stock' && first) return { kind, id: first };
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
    case 'stock':
      return idPrefixes.has(idPrefix(change.id));
    case 'text':
      return named.has(`text:${change.name}`);
  }
}
