/** Routes of the hosted payment page: it is shown, submitted and left again. */
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { DEFAULT_SHOP_DETAILS } from '../../../../contract/settings.ts';
import { KILOBYTE } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { findCardErrors, findDecline, readCardForm } from './card-form.ts';
import { type DemoSession, findSession, updateToCancelled } from './demo.repository.ts';
import type { Notice, PageBrand } from './payment-page.ts';
import type { FailedAttempt } from './payment-page-form.ts';
import { buildContentSecurityPolicy, buildStyle } from './payment-page-style.ts';

/** What the payment page says instead of the form if a session can't be paid. */

/** Null: there is no such session. `status`: of the HTTP response. */
export function buildClosedNotice(session: DemoSession | null): Notice & { status: number } {
  if (!session) {
    return {
      status: 404,
      title: "This payment page doesn't exist",
      text: 'The link may be cut off. Start the checkout again from your cart.',
      href: '/',
    };
  }
  const { successUrl, cancelUrl } = session.checkout;
  switch (session.status) {
    case 'paid':
      return { status: 200, title: 'Already paid', text: 'This order is paid. You can close this page.', href: successUrl };
    case 'cancelled':
      return { status: 410, title: 'Payment cancelled', text: 'You left this payment, and nothing was charged.', href: cancelUrl };
    case 'open':
      return {
        status: 410,
        title: 'This payment page has expired',
        text: 'Nothing was charged. Start the checkout again from your cart.',
        href: cancelUrl,
      };
    default:
      return session.status satisfies never;
  }
}

const MAX_FORM_BYTES = 16 * KILOBYTE;
const SESSION_ID = /^demo_[A-Za-z0-9_-]{32}$/;

export interface PaymentPageDeps {
  db: Database;
  now: () => Date;
  /** False where the session wasn't open. */
  pay: (sessionId: string) => Promise<boolean>;
}

interface PaymentPageRoute {
  Params: { session: string };
}

const schema = { hide: true };

/** Register it in a plugin of its own: its form parser and error handler are for these pages only. */
export function paymentPageRoutes(app: FastifyInstance, { db, now, pay }: PaymentPageDeps): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  // Without the database, as in an error page, the page is the default shop's.
  const readBrand = async (): Promise<PageBrand> => {
    const { name, accentColor } = await readShopDetails(db).catch(() => DEFAULT_SHOP_DETAILS);
    return { shopName: name, style: buildStyle(accentColor) };
  };
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const isClientError = error.statusCode !== undefined && error.statusCode < 500;
    if (!isClientError) request.log.error({ err: error }, 'the demo payment page failed');
    const text = isClientError
      ? 'Please go back and fill in the form again.'
      : 'Please reload this page in a moment to see the status of your payment.';
    const status = isClientError ? (error.statusCode ?? 400) : 503;
    return sendNotice(reply, await readBrand(), status, { title: "That didn't work", text, href: '/' });
  });

  const findValidSession = async (id: string) => (SESSION_ID.test(id) ? findSession(db, id) : null);

  app.get<PaymentPageRoute>('/pay/:session', { schema }, async ({ params }, reply) => {
    const session = await findValidSession(params.session);
    if (!session || !isOpen(session, now())) return sendClosed(reply, await readBrand(), session);
    return sendPage(reply, await readBrand(), 200, session, null);
  });

  app.post<PaymentPageRoute & { Body: unknown }>('/pay/:session', { schema }, async ({ params, body }, reply) => {
    const session = await findValidSession(params.session);
    if (session?.status === 'paid') return reply.redirect(session.checkout.successUrl, 303);
    if (!session || !isOpen(session, now())) return sendClosed(reply, await readBrand(), session);
    const attempt = checkCard(body, now());
    if (attempt) return sendPage(reply, await readBrand(), attempt.decline ? 402 : 422, session, attempt);
    if (await pay(session.id)) return reply.redirect(session.checkout.successUrl, 303);
    const currentSession = await findValidSession(session.id);
    if (currentSession?.status === 'paid') return reply.redirect(session.checkout.successUrl, 303);
    return sendClosed(reply, await readBrand(), currentSession);
  });

  app.post<PaymentPageRoute>('/pay/:session/back', { schema }, async ({ params }, reply) => {
    const session = await findValidSession(params.session);
    if (!session) return sendClosed(reply, await readBrand(), null);
    await updateToCancelled(db, session.id);
    const currentSession = await findValidSession(session.id);
    if (currentSession?.status === 'paid') return sendClosed(reply, await readBrand(), currentSession);
    return reply.redirect(session.checkout.cancelUrl, 303);
  });
}

function isOpen({ status, expiresAt }: DemoSession, now: Date): boolean {
  return status === 'open' && expiresAt > now;
}

/** Null where the card pays. */
function checkCard(body: unknown, now: Date): FailedAttempt | null {
  const card = readCardForm(body instanceof URLSearchParams ? body : new URLSearchParams());
  const errors = findCardErrors(card, now);
  const decline = Object.keys(errors).length ? null : findDecline(card);
  return decline || Object.keys(errors).length ? { card, errors, decline } : null;
}

function sendClosed(reply: FastifyReply, brand: PageBrand, session: DemoSession | null): Promise<FastifyReply> {
  const { status, ...notice } = buildClosedNotice(session);
  return sendNotice(reply, brand, status, notice);
}

/** Imported on first use: a shop starts without React's renderer. */
const importPages = () => import('./payment-page.ts');

async function sendNotice(reply: FastifyReply, brand: PageBrand, status: number, notice: Notice): Promise<FastifyReply> {
  const { renderNotice } = await importPages();
  reply.header('content-security-policy', buildContentSecurityPolicy(brand.style, null));
  return reply.code(status).type('text/html; charset=utf-8').send(renderNotice(brand, notice));
}

async function sendPage(
  reply: FastifyReply,
  brand: PageBrand,
  status: number,
  session: DemoSession,
  attempt: FailedAttempt | null,
): Promise<FastifyReply> {
  const { renderPaymentPage } = await importPages();
  reply.header('content-security-policy', buildContentSecurityPolicy(brand.style, new URL(session.checkout.successUrl).origin));
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(renderPaymentPage(brand, session, attempt));
}
