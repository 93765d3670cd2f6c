/** The server's entry to the web: it takes a URL and returns a finished page. */

import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { createApi, type Fetch } from './api.ts';
import { toAreaManifest } from './areas.ts';
import { allowImagesFrom } from './content-security-policy.ts';
import { htmlContext } from './entry.server.tsx';
import { apiContext } from './page-loader.ts';
import { toPageUrl } from './url-parameters.ts';

const handleRequest = createRequestHandler(build, import.meta.env.MODE);

export { allowImagesFrom, toPageUrl };

/** The URL paths of all scripts and styles that pages load. */
export function listAssets(): string[] {
  const { entry, routes, url } = build.assets;
  const parts = Object.values(routes).flatMap((it) => (it ? [it.module, ...(it.imports ?? []), ...(it.css ?? [])] : []));
  return [...new Set([entry.module, ...entry.imports, ...parts, toAreaManifest(url, 'shop'), toAreaManifest(url, 'admin')])];
}

/** `fetcher` carries the calls that the page's loaders make. */
export async function renderPage(url: string, fetcher: Fetch): Promise<Pick<Response, 'status' | 'headers' | 'text'>> {
  const context = new RouterContextProvider();
  context.set(apiContext, createApi(fetcher));
  const { origin, pathname, search } = new URL(url);
  const response = await handleRequest(new Request(origin + toPageUrl(pathname + search)), context);
  const { status, headers } = response;
  // Redirects aren't rendered.
  return { status, headers, text: async () => context.get(htmlContext) ?? response.text() };
}
