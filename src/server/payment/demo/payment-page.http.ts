/** The hosted page of the demo provider: shown, filled in, paid or given up. */
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../../database/connect.ts';
import { findCardErrors, findDecline, readCardForm } from './card-form.ts';
import { type DemoSession, findSession, updateToCancelled } from './demo.repository.ts';
import { type FailedAttempt, type Notice, renderNotice, renderPayPage } from './payment-page.ts';
import { buildContentSecurityPolicy } from './payment-page-style.ts';

const MAX_FORM_BYTES = 16 * 1024;
const SESSION_ID = /^demo_[A-Za-z0-9_-]{32}$/;

export interface DemoPayDeps {
  db: Database;
  now: () => Date;
  /** False where the session was no longer open. */
  pay: (sessionId: string) => Promise<boolean>;
}

interface PayPageRoute {
  Params: { session: string };
}

const schema = { hide: true };

/** Call it in a plugin of its own: forms are read here and nowhere else. */
export function demoPayRoutes(app: FastifyInstance, { db, now, pay }: DemoPayDeps): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const isClientError = error.statusCode !== undefined && error.statusCode < 500;
    if (!isClientError) request.log.error({ err: error }, 'the demo pay page failed');
    const text = isClientError
      ? 'Please go back and fill in the form again.'
      : 'Please reload this page in a moment to see how your payment stands.';
    return sendNotice(reply, isClientError ? (error.statusCode ?? 400) : 503, { title: "That didn't work", text, href: '/' });
  });

  const findValidSession = async (id: string) => (SESSION_ID.test(id) ? findSession(db, id) : null);

  app.get<PayPageRoute>('/pay/:session', { schema }, async ({ params }, reply) => {
    const session = await findValidSession(params.session);
    if (!session || !isOpen(session, now())) return sendClosed(reply, session);
    return sendPage(reply, 200, session, renderPayPage(session, null));
  });

  app.post<PayPageRoute & { Body: unknown }>('/pay/:session', { schema }, async ({ params, body }, reply) => {
    const session = await findValidSession(params.session);
    if (session?.status === 'paid') return reply.redirect(session.checkout.successUrl, 303);
    if (!session || !isOpen(session, now())) return sendClosed(reply, session);
    const attempt = checkCard(body, now());
    if (attempt) return sendPage(reply, attempt.decline ? 402 : 422, session, renderPayPage(session, attempt));
    if (await pay(session.id)) return reply.redirect(session.checkout.successUrl, 303);
    const currentSession = await findValidSession(session.id);
    if (currentSession?.status === 'paid') return reply.redirect(session.checkout.successUrl, 303);
    return sendClosed(reply, currentSession);
  });

  app.post<PayPageRoute>('/pay/:session/back', { schema }, async ({ params }, reply) => {
    const session = await findValidSession(params.session);
    if (!session) return sendClosed(reply, null);
    await updateToCancelled(db, session.id);
    const currentSession = await findValidSession(session.id);
    if (currentSession?.status === 'paid') return sendClosed(reply, currentSession);
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

function toNotice(session: DemoSession | null): Notice & { status: number } {
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

function sendClosed(reply: FastifyReply, session: DemoSession | null): FastifyReply {
  const { status, ...notice } = toNotice(session);
  return sendNotice(reply, status, notice);
}

function sendNotice(reply: FastifyReply, status: number, notice: Notice): FastifyReply {
  reply.header('content-security-policy', buildContentSecurityPolicy(null));
  return reply.code(status).type('text/html; charset=utf-8').send(renderNotice(notice));
}

function sendPage(reply: FastifyReply, status: number, { checkout }: DemoSession, page: string): FastifyReply {
  reply.header('content-security-policy', buildContentSecurityPolicy(new URL(checkout.successUrl).origin));
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}
