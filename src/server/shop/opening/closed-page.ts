/** The page of a closed shop: its logo and name, and the password. Static HTML that works without scripts, so that an open shop has no byte of it. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SHOP_PASSWORD_FIELD } from '../../../contract/opening.ts';
import { chooseAccentColors, type ShopDetails } from '../../../contract/settings.ts';
import type { Deps } from '../../deps.ts';
import { escapeHtml } from '../../platform/http/pages/error-page.ts';
import { readShopDetails } from '../settings/shop-details.service.ts';

/** The form's field that says where its sender wanted to go. */
export const RETURN_FIELD = 'to';

const STYLE = `:root{color-scheme:light dark}
*{box-sizing:border-box}
body{display:grid;grid-template-rows:1fr auto;min-height:100dvh;margin:0;padding:2rem 1.25rem;
background:light-dark(#fbfaf7,#131210);color:light-dark(#191713,#f3f0ea);
font:1rem/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main{width:100%;max-width:23rem;margin:auto;text-align:center}
img{display:block;max-width:100%;max-height:7rem;margin:0 auto 1.5rem;border-radius:12px}
h1{margin:0 0 .5rem;font-size:1.75rem;line-height:1.15;letter-spacing:-.035em}
p{margin:0;color:light-dark(#625d53,#a8a297)}
form{margin-top:2rem;text-align:left}
label{display:block;margin-bottom:.375rem;font-size:.875rem;font-weight:560}
input,button{width:100%;height:3rem;border-radius:10px;font:inherit}
input{padding:0 .875rem;border:1px solid light-dark(#8d867a,#77716a);background:light-dark(#fff,#1c1b18);color:inherit}
input[aria-invalid]{border-color:light-dark(#b3261e,#ff9d94)}
button{margin-top:.75rem;border:0;background:var(--accent);color:var(--letters);font-weight:600;cursor:pointer}
button:hover{filter:brightness(1.08)}
:focus-visible{outline:2px solid light-dark(#4b3fd6,#a59cff);outline-offset:2px}
#problem{margin-top:.375rem;font-size:.875rem;color:light-dark(#b3261e,#ff9d94)}
footer{display:flex;flex-wrap:wrap;justify-content:center;gap:0 1.5rem;font-size:.875rem}
footer span{color:light-dark(#625d53,#a8a297)}
a{display:inline-flex;align-items:center;min-height:2.75rem;color:light-dark(#625d53,#a8a297)}
a:hover{color:inherit}`;

interface Attempt {
  /** Where it leads once the password is right. */
  to: string;
  /** Why it didn't. */
  problem: string | null;
}

function buildPage({ name, logo, email }: ShopDetails, style: string, { to, problem }: Attempt): string {
  const shopName = escapeHtml(name);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${shopName}</title>
<link rel="icon" href="/favicon.svg">
<style>${style}</style>
</head>
<body>
<main>
${logo ? `<img src="${escapeHtml(logo)}" alt="">` : ''}
<h1>${shopName}</h1>
<p>This shop isn't open. If you have its password, you can look around.</p>
<form method="post" action="/enter-shop">
<input type="hidden" name="${RETURN_FIELD}" value="${escapeHtml(to)}">
<label for="password">Enter password</label>
<input id="password" name="${SHOP_PASSWORD_FIELD}" type="password" autocomplete="off" required${problem ? ' autofocus aria-invalid="true" aria-describedby="problem"' : ''}>
${problem ? `<p id="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
<button>Enter</button>
</form>
</main>
<footer>
${email ? `<a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a>` : ''}
<span>Is this your shop? <a href="/login">Log in</a></span>
</footer>
</body>
</html>
`;
}

/** Not 503: proxies would serve what they had before. `status` of the reply, if one is set, stays. */
export async function sendClosedPage(
  { db, memoize }: Pick<Deps, 'db' | 'memoize'>,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Attempt = { to: request.url, problem: null },
): Promise<FastifyReply> {
  const shop = await memoize('shop details', () => readShopDetails(db));
  const { ground, letters } = chooseAccentColors(shop.accentColor);
  const style = `:root{--accent:${ground};--letters:${letters}}\n${STYLE}`;
  const images = shop.logo ? `'self' ${URL.parse(shop.logo)?.origin ?? ''}`.trim() : "'self'";
  reply.header(
    'content-security-policy',
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src ${images}; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`,
  );
  if (reply.statusCode < 400) reply.code(403);
  return reply.type('text/html; charset=utf-8').send(buildPage(shop, style, attempt));
}
