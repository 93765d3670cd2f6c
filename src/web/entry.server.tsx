/** Renders a page in one piece, because crawlers, the response cache, and the policy made from its scripts need all of it. */
import { renderToString } from 'react-dom/server';
import { createContext, type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { findArea, toAreaManifest } from './areas.ts';
import { buildPagePolicy, takeMarkedScripts } from './content-security-policy.ts';
import { BootScriptContext, buildBootTexts } from './shared/site-layout/boot-script.tsx';

/** The rendered page. Not a Response's body, which would convert it to bytes and back. */
export const htmlContext = createContext<string | null>(null);

/** Only the page's own routes, since the router sets up all that it gets for each page. The browser loads its area's table. */
function pickMatchedRoutes({ manifest, staticHandlerContext }: EntryContext): EntryContext['manifest'] {
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = Object.fromEntries(ids.map((id) => [id, manifest.routes[id]]));
  return { ...manifest, routes, url: toAreaManifest(manifest.url, findArea(ids)) };
}

/**
 * The loaders' data is passed to the boot script instead of a stream. So nothing in the tree waits, and renderToString renders all of it.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...entryContext }: EntryContext,
  pageContext: RouterContextProvider,
): Promise<Response> {
  const data = serverHandoffStream ? await new Response(serverHandoffStream).text() : '';
  const context = { ...entryContext, manifest: pickMatchedRoutes(entryContext) };
  const nonce = crypto.randomUUID();
  const markedHtml = renderToString(
    <BootScriptContext value={{ ...buildBootTexts(context, data), nonce }}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </BootScriptContext>,
  );
  const { html, scripts } = takeMarkedScripts(markedHtml, nonce);
  headers.set('content-type', 'text/html; charset=utf-8');
  // During development, Vite adds its own scripts to the page.
  headers.set('content-security-policy', import.meta.env.DEV ? "frame-ancestors 'none'" : await buildPagePolicy(scripts));
  pageContext.set(htmlContext, `<!DOCTYPE html>${html}`);
  return new Response(null, { status, headers });
}
