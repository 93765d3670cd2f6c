import { expect, test } from 'vitest';
import { endpoints, getSchemas } from './route.ts';

test('every endpoint has a summary, a response, and params for each {name} in its path', () => {
  expect(endpoints.length).toBeGreaterThan(35);
  for (const endpoint of endpoints) {
    const { summary, reply, params } = getSchemas(endpoint);
    expect(summary, endpoint.path).not.toBe('');
    expect(reply, endpoint.path).toBeDefined();
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys((params as { properties?: object } | undefined)?.properties ?? {}), endpoint.path).toEqual(names);
  }
});

test('no two endpoints have the same method and path', () => {
  expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length);
});

test('only public GET calls are cached, and only calls of the team invalidate the cache', () => {
  for (const { method, path, access, cache, invalidates } of endpoints) {
    expect(cache === 'shared', path).toBe(method === 'GET' && access === 'public');
    if (invalidates) expect([method === 'GET', ['staff', 'owner'].includes(access)], path).toEqual([false, true]);
  }
});
