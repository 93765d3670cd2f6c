/** The server's entry to the web: it takes a URL and returns a finished page. */

import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { createApi, type Fetch } from './api.ts';
import { apiContext } from './page-loader.ts';
import { toPageUrl } from './page-url.ts';
import { allowImagesFrom } from './script-policy.ts';

const handleRequest = createRequestHandler(build, import.meta.env.MODE);

export { allowImagesFrom, toPageUrl };

/** The URL paths of all scripts and styles that pages load. */
export function listAssets(): string[] {
  const { entry, routes } = build.assets;
  const parts = Object.values(routes).flatMap((it) => (it ? [it.module, ...(it.imports ?? []), ...(it.css ?? [])] : []));
  return [...new Set([entry.module, ...entry.imports, ...parts])];
}

/** `fetcher` carries the calls that the page's loaders make. */
export function renderPage(url: string, fetcher: Fetch): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(apiContext, createApi(fetcher));
  const { origin, pathname, search } = new URL(url);
  return handleRequest(new Request(origin + toPageUrl(pathname + search)), context);
}
