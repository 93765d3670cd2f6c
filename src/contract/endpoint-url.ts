import type { Endpoint } from './endpoint.ts';

type Values = Readonly<Record<string, unknown>>;

/** A parameter of a URL or a field of a form as text: lists and objects as JSON. */
export const toText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/**
 * The URL of a call. Its parameters are in alphabetical order, however they are given: the server's response cache has one entry for
 * each call, under this URL.
 */
export function buildEndpointUrl({ path }: Pick<Endpoint, 'path'>, params: Values = {}, query: Values = {}): string {
  const pathname = path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  const names = Object.keys(query).filter((name) => query[name] !== undefined);
  const search = names.sort().map((name) => `${name}=${encodeURIComponent(toText(query[name]))}`);
  return search.length ? `${pathname}?${search.join('&')}` : pathname;
}
