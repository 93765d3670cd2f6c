/**
 * React's own renderToString of the tree that a page of the shop is, and nothing else: `node bench/baseline-render.ts <build> <origin> <path>`.
 * The data of the page are fetched once, from the shop at the origin.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createRequestHandler, type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import type { openWebBuild } from '../src/server/http/ssr.ts';

const [buildDir = '', origin = '', pagePath = '/'] = process.argv.slice(2);
const url = origin + pagePath;
type Build = Awaited<ReturnType<ReturnType<typeof openWebBuild>['load']>>;
const build = (await import(pathToFileURL(path.join(buildDir, 'server/index.js')).href)) as Build;

/** What the framework hands to the shop to render. */
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
  build.entry.module.provideApi(provider, (target, init) => fetch(new URL(target, origin), init));
  await createRequestHandler({ ...build, entry: { module: entry } }, 'production')(new Request(url), provider);
  if (!entryContext) throw new Error(`${url} was not rendered`);
  return entryContext;
}

// The stream that carries the data to the browser can be read once only; it is no part of the tree.
const { serverHandoffStream: _, ...context } = await readContext();
const server = createServer((_request, response) => {
  const html = Buffer.from(renderToString(createElement(ServerRouter, { context, url })));
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': html.length });
  response.end(html);
});
server.listen(0, '127.0.0.1', () => console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`));
