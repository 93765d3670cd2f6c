/** How somebody gets into a closed shop: by its password, typed or in a link, for which their browser gets a cookie. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SHOP_PASSWORD_MAX_LENGTH } from '../../../contract/limits.ts';
import { SHOP_PASSWORD_FIELD } from '../../../contract/opening.ts';
import { DAY, KILOBYTE, MINUTE, SECOND } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/errors.ts';
import { createPass, readOpening, type StoredOpening } from '../settings/opening.service.ts';
import { getIpNetwork, requireAttempt, runWithAttempts } from '../team/login/rate-limits.ts';
import { isTeamMember } from '../team/roles/team.repository.ts';
import { RETURN_FIELD, sendClosedPage } from './closed-page.ts';

export const ENTER_PATH = '/enter-shop';

type Context = Pick<Deps, 'db' | 'memoize' | 'now' | 'publicUrl'>;

/** Wrong passwords from one network. */
const ENTER_LIMIT = { name: 'shop-password', maxAttempts: 20, windowMs: 15 * MINUTE };
const MAX_FORM_BYTES = 16 * KILOBYTE;

const COOKIE = 'shop-pass';
/** What lets in; before it, whose it is, if it is of somebody who works here. */
const COOKIE_PATTERN = new RegExp(`(?:^|;)\\s*${COOKIE}=(?:([0-9a-f-]{36})\\.)?([A-Za-z0-9_-]{43})\\s*(?=;|$)`);
/** In seconds. A new password ends it sooner. */
const COOKIE_MAX_AGE = (60 * DAY) / SECOND;

/** Takes as long whatever is wrong with it. Nobody is let in where there is no password. */
function isPass(opening: StoredOpening, sent: string | null): boolean {
  const pass = createPass(opening);
  return pass !== null && sent?.length === pass.length && timingSafeEqual(Buffer.from(sent), Buffer.from(pass));
}

/** As if each member had a password of their own: no password has a line break. */
const ofMember = (opening: StoredOpening, memberId: string): StoredOpening => ({
  ...opening,
  passphrase: opening.passphrase && `${opening.passphrase}\n${memberId}`,
});

/** That of a member counts as long as they work here. */
export async function hasCookie({ db }: Context, opening: StoredOpening, { headers }: FastifyRequest): Promise<boolean> {
  const [, memberId, sent = null] = COOKIE_PATTERN.exec(headers.cookie ?? '') ?? [];
  if (memberId === undefined) return isPass(opening, sent);
  return isPass(ofMember(opening, memberId), sent) && isTeamMember(db, memberId);
}

/** What a request sends that comes from within, to see the shop as it will be; null: nobody is let in. */
export function createPassCookie(opening: StoredOpening): string | null {
  const pass = createPass(opening);
  return pass && `${COOKIE}=${pass}`;
}

/** `memberId`: of whoever works here; null for everybody who knows the password. */
export function giveCookie(
  { publicUrl }: Context,
  opening: StoredOpening,
  memberId: string | null,
  { protocol }: FastifyRequest,
  reply: FastifyReply,
): void {
  const made = createPass(memberId === null ? opening : ofMember(opening, memberId));
  if (made === null) return;
  const pass = memberId === null ? made : `${memberId}.${made}`;
  const isSecure = protocol === 'https' || publicUrl?.startsWith('https:');
  const attributes = ['Path=/', `Max-Age=${COOKIE_MAX_AGE}`, 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])];
  reply.header('set-cookie', [`${COOKIE}=${pass}`, ...attributes].join('; '));
}

/** Throws `too_many_attempts`. */
async function isRight(deps: Context, opening: StoredOpening, typed: string, ip: string): Promise<boolean> {
  const attempt = await requireAttempt(deps, ENTER_LIMIT, getIpNetwork(ip));
  const passphrase = typed.slice(0, SHOP_PASSWORD_MAX_LENGTH + 1);
  const found = await runWithAttempts([attempt], async () => (isPass(opening, createPass({ ...opening, passphrase })) ? true : null));
  return found !== null;
}

/** A path of this shop: another host's URL, in whatever spelling, becomes its home page. */
export function toOwnPath(to: string): string {
  const url = URL.parse(to, 'http://shop');
  return url?.origin === 'http://shop' && !url.pathname.startsWith('//') ? url.pathname + url.search : '/';
}

interface Entry {
  typed: string;
  /** Where to go on, as it was sent. */
  to: string;
}

export async function enter(deps: Context, opening: StoredOpening, { typed, to }: Entry, request: FastifyRequest, reply: FastifyReply) {
  const path = toOwnPath(to);
  try {
    if (await isRight(deps, opening, typed.trim(), request.ip)) {
      giveCookie(deps, opening, null, request, reply);
      return reply.redirect(path, 303);
    }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'too_many_attempts')) throw error;
    reply.code(error.status).header('retry-after', String(error.retryAfter ?? 1));
    return sendClosedPage(deps, request, reply, { to: path, problem: error.message });
  }
  return sendClosedPage(deps, request, reply, { to: path, problem: "That isn't the password" });
}

/** Register it in a plugin of its own, as its form parser is for this route only. */
export function enterShopRoutes(app: FastifyInstance, deps: Context): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.post<{ Body: unknown }>(ENTER_PATH, { schema: { hide: true } }, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const to = form.get(RETURN_FIELD) ?? '/';
    const opening = await readOpening(deps);
    if (opening.isOpen) return reply.redirect(toOwnPath(to), 303);
    return enter(deps, opening, { typed: form.get(SHOP_PASSWORD_FIELD) ?? '', to }, request, reply);
  });
}
