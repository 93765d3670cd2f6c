/**
 * Only React's renderToString of the tree of a page. Built with the shop, so that it renders with the
 * same React: `node build/server/baseline-render.js <origin> <path>`. The page's data is fetched once, from the shop at the origin.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as build from 'virtual:react-router/server-build';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createRequestHandler, type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { createApi } from '../src/web/api.ts';
import { apiContext } from '../src/web/page-loader.ts';

const [origin = '', pagePath = '/'] = process.argv.slice(2);
const url = origin + pagePath;

/** What the framework passes to the shop's renderer. */
async function readContext(): Promise<EntryContext> {
  let entryContext: EntryContext | undefined;
  const entry = {
    ...build.entry.module,
    default: async (_request: Request, _status: number, _headers: Headers, context: EntryContext) => {
      entryContext = context;
      return new Response('');
    },
  };
  const provider = new RouterContextProvider();
  provider.set(
    apiContext,
    createApi((target, init) => fetch(new URL(target, origin), init)),
  );
  await createRequestHandler({ ...build, entry: { module: entry } }, 'production')(new Request(url), provider);
  if (!entryContext) throw new Error(`${url} was not rendered`);
  return entryContext;
}

// The stream with the browser's data isn't part of the tree, and can be read only once.
const { serverHandoffStream: _, ...context } = await readContext();
const server = createServer((_request, response) => {
  const html = Buffer.from(renderToString(createElement(ServerRouter, { context, url })));
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': html.length });
  response.end(html);
});
server.listen(0, '127.0.0.1', () => console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`));
