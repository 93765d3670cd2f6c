/**
 * What a response depends on, collected while its handler runs. A page's handler calls API routes of this process; what those depend on,
 * the page depends on too.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CacheEntry } from './cache-entry.ts';
import type { Dependency } from './catalog-change.ts';

const renders = new AsyncLocalStorage<Set<Dependency>>();

/** Makes the cache drop the response to this request when `dependency` changes. */
export function dependOn(request: FastifyRequest, dependency: Dependency): void {
  request.dependencies?.add(dependency);
}

/** Runs `render`; the dependencies of each cached API response that it fetches within this process are added to those of `request`. */
export function collectDependencies<T>(request: FastifyRequest, render: () => Promise<T>): Promise<T> {
  return renders.run(request.dependencies ?? new Set(), render);
}

/** Those of the page that is being rendered by this call; undefined if the call comes from outside. */
export const getRenderDependencies = (): Set<Dependency> | undefined => renders.getStore();

/** Call it with each entry that is sent or created. */
export function addToRender({ dependencies }: CacheEntry): void {
  const collected = renders.getStore();
  if (collected) for (const dependency of dependencies.named) collected.add(dependency);
}

/** An onRequest hook for routes that aren't cached: what a page reads from them is unknown, so the page depends on all products. */
export function addUncachedToRender(_request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  renders.getStore()?.add('products');
  done();
}
