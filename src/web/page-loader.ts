/** A page's load function runs both in the browser and on the server; these two helpers give it the api of the side it runs on. */
import { createContext, type RouterContextProvider, redirect } from 'react-router';
import { type Api, api, isApiError } from './api.ts';

export interface LoadArgs {
  params: Record<string, string | undefined>;
  url: URL;
}

/** Set by render-page.ts: the api that calls the server's own routes in this process. */
export const apiContext = createContext<Api>();

export interface LoaderArgs {
  request: Request;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
}

type LoadFunction<T> = (api: Api, args: LoadArgs) => Promise<T>;

export function createServerLoader<T>(load: LoadFunction<T>) {
  return ({ request, params, context }: LoaderArgs) => load(context.get(apiContext), { params, url: new URL(request.url) });
}

export function createClientLoader<T>(load: LoadFunction<T>) {
  return ({ request, params }: Pick<LoaderArgs, 'request' | 'params'>) => load(api, { params, url: new URL(request.url) });
}

/**
 * Redirects permanently to the current URL. Browsers must not cache it without asking, because the old URL may be given to
 * something else.
 */
export function redirectMoved(path: string, { search }: URL): Response {
  return redirect(path + search, { status: 301, headers: { 'cache-control': 'no-cache' } });
}

/** Status of a page that doesn't exist: 410 if it once did. */
export function toPageStatus(error: unknown): 404 | 410 {
  return isApiError(error) && error.status === 410 ? 410 : 404;
}
