/** Renders a page in one piece: crawlers, the response cache and the policy made of its scripts need it whole. */
import { renderToString } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { BootScriptContext, buildBootTexts } from './components/boot-script.tsx';
import { buildPagePolicy, takeMarkedScripts } from './script-policy.ts';

/** The loaders' data goes to the boot script instead of into a stream; nothing in the tree waits then, and renderToString renders all of it. */
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
  // While developing, Vite puts scripts of its own into the page.
  headers.set('content-security-policy', import.meta.env.DEV ? "frame-ancestors 'none'" : await buildPagePolicy(scripts));
  // As bytes: a Response of a text checks it, encodes it and decodes it again when it is read.
  return new Response(new TextEncoder().encode(`<!DOCTYPE html>${html}`), { status, headers });
}
