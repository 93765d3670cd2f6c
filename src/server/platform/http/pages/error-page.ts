/** The error page of last resort: static HTML in the shop's colors, in case React can't render one. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pTimeout from 'p-timeout';
import { DEFAULT_SHOP_DETAILS } from '../../../../contract/settings.ts';

/** The shop's name for what isn't rendered by the web: error pages, and the API's document. It must be there while the database isn't. */

/** An error page doesn't wait longer: it shows the name that was read last. */
const MAX_WAIT = 250;

export interface ShopName {
  /** As it was read last. */
  readonly current: string;
  refresh: () => Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent where only a part of the shop is served. */
    shopName?: ShopName;
  }
}

/** `readName` asks the database, or what was memoized of it. */
export function registerShopName(app: FastifyInstance, readName: () => Promise<string>): void {
  let current = DEFAULT_SHOP_DETAILS.name;
  const read = async () => {
    current = await readName();
  };
  const refresh = () => pTimeout(read(), { milliseconds: MAX_WAIT, fallback: () => undefined }).catch(() => undefined);
  app.decorate('shopName', {
    get current() {
      return current;
    },
    refresh,
  });
}

const STYLE = `:root{color-scheme:light dark}
body{display:grid;place-items:center;min-height:90vh;margin:0;padding:0 1.25rem;box-sizing:border-box;
background:light-dark(#fbfaf7,#131210);color:light-dark(#191713,#f3f0ea);
font:0.9375rem/1.5 ui-sans-serif,system-ui,"Segoe UI",Roboto,sans-serif;text-align:center;overflow-wrap:anywhere}
h1{margin:0 0 .5rem;font-size:1.625rem;line-height:1.2;letter-spacing:-0.035em}
p{max-width:40rem;margin:0;color:light-dark(#6a655b,#a8a297)}
a{display:inline-flex;align-items:center;min-height:2.5rem;margin-top:1.5rem;padding:0 1rem;border-radius:10px;
background:light-dark(#191713,#f3f0ea);color:light-dark(#fbfaf7,#131210);font-weight:560;text-decoration:none}
a:focus-visible{outline:2px solid light-dark(#4b3fd6,#a59cff);outline-offset:2px}`;

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Whether a browser opens a page; API calls, images and scripts get JSON. */
export function acceptsHtml(request: FastifyRequest): boolean {
  if (request.method !== 'GET' || /^\/(api|uploads|assets)\//.test(request.url)) return false;
  return request.headers.accept?.includes('text/html') ?? false;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

function getTitle(status: number): string {
  if (status === 429) return 'One moment, please';
  return status >= 500 ? 'Something went wrong on our side' : "This page can't be shown";
}

export function sendErrorPage(reply: FastifyReply, status: number, message: string): FastifyReply {
  const title = getTitle(status);
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – ${escapeHtml(reply.server.shopName?.current ?? DEFAULT_SHOP_DETAILS.name)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(message)}</p>
<a href="/">Back to home page</a>
</main>
</body>
</html>
`;
  return reply.header('content-security-policy', CONTENT_SECURITY_POLICY).type('text/html; charset=utf-8').send(page);
}
