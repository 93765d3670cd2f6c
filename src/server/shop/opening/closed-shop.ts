/**
 * A closed shop: shoppers get one page that asks for the shop's password, their calls are refused, and search engines are kept out. Whoever
 * knows the password gets a cookie, as does the browser of whoever works here, and sees the shop as it will be. What was begun before the shop was
 * closed can be finished: payments are booked, customers find their orders, and everybody can log in.
 *
 * While the shop is closed nothing is cached or taken from the cache (`isPrivate`), since some see it and others don't. Opening and closing
 * drop all that was cached before.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Endpoint } from '../../../contract/endpoint.ts';
import * as nouns from '../../../contract/nouns.ts';
import { SHOP_PASSWORD_FIELD } from '../../../contract/opening.ts';
import type { Deps } from '../../deps.ts';
import { listHooks } from '../../platform/cache/response-cache.ts';
import { AppError } from '../../platform/errors.ts';
import { findCallerId, findOptionalCaller } from '../../platform/http/authorize.ts';
import { sendNotFound } from '../../platform/http/errors.ts';
import { readApiKey } from '../../platform/secrets/api-key-format.ts';
import { readOpening, type StoredOpening } from '../settings/opening.service.ts';
import { sendClosedPage } from './closed-page.ts';
import { ENTER_PATH, enter, giveCookie, hasCookie } from './enter-shop.ts';

const {
  accountSecurity,
  address,
  auth,
  connections,
  guestOrder,
  order,
  orderDelay,
  orderDownloads,
  secondFactor,
  settings,
  team,
  withdrawal,
} = nouns;

/** The calls without a login that are answered all the same; any other is refused. */
const PUBLIC_CALLS: ReadonlySet<Endpoint> = new Set<Endpoint>([
  settings.readSettings,
  auth.login,
  secondFactor.logInBySecondFactor,
  accountSecurity.confirmEmail,
  accountSecurity.readResetOptions,
  accountSecurity.requestResetLink,
  accountSecurity.resetByLink,
  accountSecurity.resetPassword,
  team.readInvitation,
  team.acceptInvitation,
  address.listCountries,
  address.readAddressFormat,
  guestOrder.readGuestOrder,
  guestOrder.cancelGuestOrder,
  guestOrder.requestGuestOrderChange,
  guestOrder.createGuestAccount,
  orderDownloads.readGuestDownloads,
  orderDownloads.readDownload,
  orderDownloads.startDownload,
  orderDelay.readDelay,
  orderDelay.answerDelay,
  withdrawal.readWithdrawalForm,
  withdrawal.declareWithdrawal,
  withdrawal.declareWithdrawalByNumber,
  order.receivePaymentWebhook,
  connections.proveAddress,
]);

/** Customers may do everything with what they have, and buy nothing. */
function staysOpen(endpoint: Endpoint): boolean {
  if (endpoint.access === 'public' || endpoint.access === 'guest') return PUBLIC_CALLS.has(endpoint);
  return endpoint !== order.resumeCheckout;
}

/** Pages to log in, and of what was begun; in any case, as the web's routes are. */
const OPEN_PAGES =
  /^\/(?:login|forget-password|reset-password|confirm-email|team-invitation|success|cancel|dashboard(?:\/.*)?|pages\/withdraw|late-order|(?:guest\/orders|download)\/[^/]+)\/?$/i;
/** Routes that are neither calls nor pages, and that show nothing of the catalog by themselves. Any other is answered with a 404. */
const OPEN_ROUTES =
  /^\/(?:livez|readyz|metrics|assets\/|uploads\/|downloads\/|files\/|pay\/|api\/docs|favicon\.|apple-touch-icon\.png|share\.png)/;
const NEEDS_NO_STATE = /^\/(?:livez|readyz|metrics|assets|uploads)\b/;

const PAGES = '/*';
const NO_ROBOTS = 'User-agent: *\nDisallow: /\n';

type Context = Pick<Deps, 'db' | 'memoize' | 'now' | 'publicUrl'>;

/** Null: nobody who works here. */
async function findMemberId(request: FastifyRequest): Promise<string | null> {
  const caller = await findOptionalCaller(request);
  return caller?.teamRole ? caller.id : null;
}

const isOfTeam = async (request: FastifyRequest): Promise<boolean> =>
  (readApiKey(request.headers.authorization) ? await findCallerId(request) : await findMemberId(request)) !== null;

/** Answers a request for a page: whoever has no link with the password gets the page that asks for it. */
async function answerPage(deps: Context, opening: StoredOpening, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  // As the web will read it: `/login/../cart` is the cart.
  const url = URL.parse(request.url, 'http://shop');
  if (url && OPEN_PAGES.test(url.pathname)) return;
  const typed = url?.searchParams.get(SHOP_PASSWORD_FIELD) ?? null;
  if (typed === null || !url) return sendClosedPage(deps, request, reply);
  url.searchParams.delete(SHOP_PASSWORD_FIELD);
  return enter(deps, opening, { typed, to: url.pathname + url.search }, request, reply);
}

async function answer(deps: Context, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const opening = await readOpening(deps);
  const { url: route = '', config } = request.routeOptions;
  if (route === '/robots.txt') return reply.type('text/plain; charset=utf-8').send(NO_ROBOTS);
  if (route !== PAGES && !config.endpoint) return route === ENTER_PATH || OPEN_ROUTES.test(route) ? undefined : sendNotFound(reply);
  if (config.endpoint && staysOpen(config.endpoint)) return;
  if ((await hasCookie(deps, opening, request)) || (await isOfTeam(request))) return;
  if (!config.endpoint) return answerPage(deps, opening, request, reply);
  throw new AppError('shop_closed', "The shop isn't open. Its pages ask for a password");
}

/** Call it before networks are limited, whose hook then comes before this one's queries, and before the response cache is registered. */
export function guardClosedShop(app: FastifyInstance, deps: Context): void {
  app.decorateRequest('isPrivate', false);
  app.addHook('onRequest', async (request, reply) => {
    if (NEEDS_NO_STATE.test(request.url) || (await readOpening(deps)).isOpen) return;
    request.isPrivate = true;
    reply.headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
  });
  app.addHook('onRoute', (route: RouteOptions) => {
    const guard = async (request: FastifyRequest, reply: FastifyReply) => (request.isPrivate ? answer(deps, request, reply) : undefined);
    route.onRequest = [guard, ...listHooks(route.onRequest)] as typeof route.onRequest & {};
  });
  // A browser sends its token with calls only, so whoever works here gets the cookie with the answer to any of them.
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.isPrivate || readApiKey(request.headers.authorization)) return payload;
    const opening = await readOpening(deps);
    if (await hasCookie(deps, opening, request)) return payload;
    const memberId = await findMemberId(request);
    if (memberId !== null) giveCookie(deps, opening, memberId, request, reply);
    return payload;
  });
}
