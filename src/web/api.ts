/** The one door to /api/v1, for pages in the browser and on the server alike. A page doesn't know where it runs. */
import type { Issue } from '../contract/common.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '../contract/endpoint.ts';
import { expireSession, readToken } from './state/session.ts';

type CallArg<Key extends string, T> = T extends void ? { [K in Key]?: never } : { [K in Key]: T };

/** As much of a Response as is looked at. */
type ResponseLike = Pick<Response, 'ok' | 'status' | 'json'>;

/** What carries a call: fetch, or something like it. */
export type Fetch = (path: string, init: RequestInit) => Promise<ResponseLike>;

/** What a call takes: params, query and body as its endpoint has them; a multipart call also its file, and another way than fetch for it. */
export type Args<E> = CallArg<'params', ParamsOf<E>> &
  (QueryOf<E> extends void ? { query?: never } : { query?: QueryOf<E> }) &
  CallArg<'body', BodyOf<E>> & { image?: File; fetcher?: Fetch; signal?: AbortSignal };

// biome-ignore lint/suspicious/noExplicitAny: an endpoint of any shape
type AnyEndpoint = Endpoint<any, any, any, any, any>;

// biome-ignore lint/complexity/noBannedTypes: asks whether every argument may be left out
export type Api = <E extends AnyEndpoint>(endpoint: E, ...args: {} extends Args<E> ? [Args<E>?] : [Args<E>]) => Promise<ReplyOf<E>>;

/** An Error that also says what the server said. Status 0: the server wasn't reached. */
export interface ApiError extends Error {
  status: number;
  issues: Issue[];
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && 'status' in error && 'issues' in error;
}

/** The server understood, and has nothing for that. */
export function isInvalidOrNotFound(error: unknown): boolean {
  return isApiError(error) && (error.status === 400 || error.status === 404);
}

function createApiError(status: number, message: string, issues: Issue[] = [], cause?: unknown): ApiError {
  return Object.assign(new Error(message, { cause }), { status, issues });
}

function buildUrl(endpoint: Endpoint, params: Record<string, unknown> = {}, query: Record<string, unknown> = {}): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  return search.size ? `${path}?${search}` : path;
}

function buildFormData(body: Record<string, unknown> = {}, image?: File): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(body)) if (value !== undefined) form.set(key, String(value));
  // Last, so that a server which reads in order has every field before the file.
  if (image) form.set('image', image);
  return form;
}

async function readJson(response: ResponseLike): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw createApiError(response.status, 'The server gave an answer that makes no sense', [], cause);
  }
}

/** An api over any fetch. A refused token on a call that needs one ends the session in this browser. */
export function createApi(fetcher: Fetch): Api {
  const call = async (
    endpoint: AnyEndpoint,
    args: {
      params?: Record<string, unknown>;
      query?: Record<string, unknown>;
      body?: Record<string, unknown>;
      image?: File;
      fetcher?: Fetch;
      signal?: AbortSignal;
    } = {},
  ) => {
    const headers: Record<string, string> = { accept: 'application/json' };
    const token = readToken();
    if (token) headers.authorization = token;
    const init: RequestInit = { method: endpoint.method, headers };
    if (args.signal) init.signal = args.signal;
    if (endpoint.multipart) init.body = buildFormData(args.body, args.image);
    else if (endpoint.body) {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(args.body);
    }
    let response: ResponseLike;
    try {
      response = await (args.fetcher ?? fetcher)(buildUrl(endpoint, args.params, args.query), init);
    } catch (cause) {
      if (args.signal?.aborted) throw cause;
      throw createApiError(0, 'The shop could not be reached. Are you online?', [], cause);
    }
    const payload = await readJson(response);
    if (response.ok) return payload;
    if (response.status === 401 && endpoint.access !== 'public' && token) expireSession(token);
    const errorResponse = payload as { message?: string; issues?: Issue[] };
    throw createApiError(response.status, errorResponse.message ?? 'Something went wrong', errorResponse.issues);
  };
  return call as Api;
}

/** The browser's api. */
export const api: Api = createApi((path, init) => fetch(path, init));
