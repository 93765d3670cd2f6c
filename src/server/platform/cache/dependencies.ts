/**
 * What a response shows, and which changes make it stale. Ids that are in its body needn't be named; what else a handler reads is named by
 * its route's `dependsOn` or by `dependOn`. A page depends on whatever the API responses depend on that it calls while it is rendered.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';

/** What a notification of the database says has changed (database/functions/notify_change_of.sql). */
export type CatalogChange =
  | { readonly kind: 'everything' }
  /** What the product shows, or its existence, has changed. Lists show it too, and may change their order or selection. */
  | { readonly kind: 'product'; readonly id: string; readonly categoryId: string }
  /** The numbers of their products, or their images. Sent beside the change of the product that was created, deleted or moved. */
  | { readonly kind: 'categories' }
  /** The numbers in stock of these products. */
  | { readonly kind: 'stock'; readonly productIds: readonly string[] }
  | { readonly kind: 'text'; readonly name: string }
  /** Which products its page puts first. */
  | { readonly kind: 'category'; readonly id: string }
  /** What its page says or holds, its title, or whether it is published. */
  | { readonly kind: 'collection'; readonly id: string };

/**
 * `stock`: the numbers in stock of any product, not only of those in the body. `minute`: the time that passes; a page is served for a minute.
 */
export type Dependency =
  | 'products'
  | 'categories'
  | 'collections'
  | 'stock'
  | 'minute'
  | `${'category' | 'product' | 'text' | 'collection'}:${string}`;

/**
 * `idPrefixes`: the first 32 bits of all ids in the body; two ids that share them merely drop each other's responses. Settings and the names
 * of categories aren't listed: nearly everything shows them, so their change affects every response.
 */
export type Dependencies = Readonly<{ idPrefixes: ReadonlySet<number>; named: ReadonlySet<Dependency> }>;

export const EVERYTHING: CatalogChange = { kind: 'everything' };

/** Anything unknown counts as a change of everything. */
export function parseCatalogChange(payload: string): CatalogChange {
  const [kind, first, second] = payload.split(':');
  if (kind === 'product' && first && second) return { kind, id: first, categoryId: second };
  if (kind === 'stock' && first) return { kind, productIds: [first] };
  if (payload === 'categories') return { kind: 'categories' };
  if (kind === 'text' && first) return { kind, name: first };
  if ((kind === 'category' || kind === 'collection') && first) return { kind, id: first };
  return EVERYTHING;
}

const ID_PREFIX_LENGTH = 8;
/** A UUID without its first eight characters. Starting at a dash, which is rare, makes the search ten times as fast. */
const UUID_REMAINDER = /-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const toIdPrefix = (id: string): number => Number.parseInt(id.slice(0, ID_PREFIX_LENGTH), 16);

export function collectIdPrefixes(body: Buffer): Set<number> {
  // UUIDs are ASCII, so Latin-1 finds them in any text and is faster to decode than UTF-8.
  const text = body.toString('latin1');
  return new Set(
    [...text.matchAll(UUID_REMAINDER)].map(({ index }) => toIdPrefix(text.slice(Math.max(0, index - ID_PREFIX_LENGTH), index))),
  );
}

export function isAffected({ idPrefixes, named }: Dependencies, change: CatalogChange): boolean {
  switch (change.kind) {
    case 'everything':
      return true;
    case 'product': {
      const { id, categoryId } = change;
      return (
        idPrefixes.has(toIdPrefix(id)) || (['products', `category:${categoryId}`, `product:${id}`] as const).some((it) => named.has(it))
      );
    }
    case 'categories':
      return named.has('categories');
    case 'stock':
      return named.has('stock') || change.productIds.some((id) => idPrefixes.has(toIdPrefix(id)));
    case 'text':
      return named.has(`text:${change.name}`);
    case 'category':
      return named.has(`category:${change.id}`);
    case 'collection':
      return named.has('collections') || named.has(`collection:${change.id}`);
  }
}

const renders = new AsyncLocalStorage<Set<Dependency>>();

/** Whether this call is part of a page that is being rendered. */
export const isRendering = (): boolean => renders.getStore() !== undefined;

/** Makes the cache drop the response to this request when `dependency` changes. */
export function dependOn(request: FastifyRequest, dependency: Dependency): void {
  request.dependencies?.add(dependency);
}

/** Runs `render`, and adds to the dependencies of `request` those of each API response that it fetches within this process. */
export function collectDependencies<T>(request: FastifyRequest, render: () => Promise<T>): Promise<T> {
  return renders.run(request.dependencies ?? new Set(), render);
}

/** Call it with what each response depends on, as it may be a part of a page. */
export function addToRender(dependencies: Iterable<Dependency>): void {
  const collected = renders.getStore();
  if (collected) for (const dependency of dependencies) collected.add(dependency);
}
