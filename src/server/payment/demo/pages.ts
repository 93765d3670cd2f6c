/** The hosted page of the demo provider: shown, filled in, paid or given up. */
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../../database/connect.ts';
import { findCardErrors, findDecline, readCardForm } from './card.ts';
import { type DemoSession, findSession, updateToCancelled } from './demo.repository.ts';
import { type Attempt, type Notice, renderNotice, renderPayPage } from './render.ts';
import { policyFor } from './style.ts';

const FORM_LIMIT = 16 * 1024;
const SESSION_ID = /^demo_[A-Za-z0-9_-]{32}$/;

export interface DemoPages {
  db: Database;
  now: () => Date;
  /** False where the session was no longer open. */
  pay: (sessionId: string) => Promise<boolean>;
}

interface Address {
  Params: { session: string };
}

const schema = { hide: true };

/** Call it in a plugin of its own: forms are read here and nowhere else. */
export function demoPayRoutes(app: FastifyInstance, { db, now, pay }: DemoPages): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const isTheirs = error.statusCode !== undefined && error.statusCode < 500;
    if (!isTheirs) request.log.error({ err: error }, 'the demo pay page failed');
    const text = isTheirs
      ? 'Please go back and fill in the form again.'
      : 'Please reload this page in a moment to see how your payment stands.';
    return sendNotice(reply, isTheirs ? (error.statusCode ?? 400) : 503, { title: "That didn't work", text, href: '/' });
  });

  const find = async (id: string) => (SESSION_ID.test(id) ? findSession(db, id) : null);

  app.get<Address>('/pay/:session', { schema }, async ({ params }, reply) => {
    const session = await find(params.session);
    if (!session || !isOpen(session, now())) return sendClosed(reply, session);
    return sendPage(reply, 200, session, renderPayPage(session, null));
  });

  app.post<Address & { Body: unknown }>('/pay/:session', { schema }, async ({ params, body }, reply) => {
    const session = await find(params.session);
    if (session?.status === 'paid') return reply.redirect(session.checkout.successUrl, 303);
    if (!session || !isOpen(session, now())) return sendClosed(reply, session);
    const attempt = tryCard(body, now());
    if (attempt) return sendPage(reply, attempt.decline ? 402 : 422, session, renderPayPage(session, attempt));
    if (await pay(session.id)) return reply.redirect(session.checkout.successUrl, 303);
    const changed = await find(session.id);
    if (changed?.status === 'paid') return reply.redirect(session.checkout.successUrl, 303);
    return sendClosed(reply, changed);
  });

  app.post<Address>('/pay/:session/back', { schema }, async ({ params }, reply) => {
    const session = await find(params.session);
    if (!session) return sendClosed(reply, null);
    await updateToCancelled(db, session.id);
    const changed = await find(session.id);
    if (changed?.status === 'paid') return sendClosed(reply, changed);
    return reply.redirect(session.checkout.cancelUrl, 303);
  });
}

function isOpen({ status, expiresAt }: DemoSession, now: Date): boolean {
  return status === 'open' && expiresAt > now;
}

/** Null where the card pays. */
function tryCard(body: unknown, now: Date): Attempt | null {
  const card = readCardForm(body instanceof URLSearchParams ? body : new URLSearchParams());
  const errors = findCardErrors(card, now);
  const decline = Object.keys(errors).length ? null : findDecline(card);
  return decline || Object.keys(errors).length ? { card, errors, decline } : null;
}

function noticeFor(session: DemoSession | null): Notice & { status: number } {
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
  const { status, ...notice } = noticeFor(session);
  return sendNotice(reply, status, notice);
}

function sendNotice(reply: FastifyReply, status: number, notice: Notice): FastifyReply {
  reply.header('content-security-policy', policyFor(null));
  return reply.code(status).type('text/html; charset=utf-8').send(renderNotice(notice));
}

function sendPage(reply: FastifyReply, status: number, { checkout }: DemoSession, page: string): FastifyReply {
  reply.header('content-security-policy', policyFor(new URL(checkout.successUrl).origin));
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}
