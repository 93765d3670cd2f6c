/** Renders a page in one piece, because crawlers, the response cache, and the policy made from its scripts need all of it. */
import { renderToString } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { BootScriptContext, buildBootTexts } from './components/boot-script.tsx';
import { buildPagePolicy, takeMarkedScripts } from './script-policy.ts';

/**
 * The loaders' data is passed to the boot script instead of a stream. So nothing in the tree waits, and renderToString renders all of it.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
): Promise<Response> {
  const data = serverHandoffStream ? await new Response(serverHandoffStream).text() : '';
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
  // As bytes, because a Response made from a string encodes it, and decodes it again when it is read.
  return new Response(new TextEncoder().encode(`<!DOCTYPE html>${html}`), { status, headers });
}
