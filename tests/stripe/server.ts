/**
 * A stand-in for Stripe's API on this machine: forms in, JSON out, idempotency keys, refusals in Stripe's words. It can be slow,
 * silent, cut off and out of its mind. Nothing here calls anyone.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Books } from './books.ts';
import { missing, StripeFault } from './fault.ts';
import { type Form, formOf, parseForm, textOf } from './form.ts';

export const KEY = 'sk_test_standin';

/** What befalls one call, before it had an effect or after. silent: no answer ever comes. */
export interface Trouble {
  when: 'before' | 'after';
  how: 'cut' | 'silent' | '500' | '429' | 'nonsense';
  /** Calls of another method pass until one of this comes. */
  on?: 'GET' | 'POST';
}

interface Call {
  method: string;
  path: string;
  key: string | null;
  form: Form;
}

interface Answer {
  status: number;
  body: string;
}

export interface StandIn {
  base: string;
  books: Books;
  /** Every call so far. */
  calls: Call[];
  /** One for each coming call, first to last. */
  troubles: Trouble[];
  /** As after a day: no key is known any more. */
  forgetKeys: () => void;
  close: () => Promise<void>;
}

function answerOf(status: number, body: unknown): Answer {
  return { status, body: JSON.stringify(body) };
}

function expand(session: { payment_intent: string | null }, query: Form, books: Books): object {
  const wantsPayment = Object.values(formOf(query.expand)).includes('payment_intent');
  if (!wantsPayment || !session.payment_intent) return session;
  return { ...session, payment_intent: books.payments.get(session.payment_intent) };
}

function carryOut(books: Books, method: string, url: URL, form: Form): object {
  const [, , ...parts] = url.pathname.split('/');
  const query = parseForm(url.search);
  const [area = '', kind, id = '', verb] = parts[0] === 'refunds' ? ['refunds', 'refunds'] : parts;
  const route = [method, area, kind, id && ':id', verb].filter(Boolean).join(' ');
  switch (route) {
    case 'POST checkout sessions':
      return books.createSession(form);
    case 'GET checkout sessions :id':
      return expand(books.findSession(id), query, books);
    case 'POST checkout sessions :id expire':
      return books.expireSession(id);
    case 'POST refunds refunds':
      return books.createRefund(form);
    case 'GET refunds refunds': {
      const payment = textOf(query.payment_intent) ?? '';
      if (!books.payments.has(payment)) throw missing('payment_intent', payment);
      const data = books.refunds.filter((it) => it.payment_intent === payment);
      return { object: 'list', url: '/v1/refunds', has_more: false, data };
    }
    default:
      throw new StripeFault(404, `Unrecognized request URL (${method}: ${url.pathname}).`);
  }
}

/** Listens on a free port of this machine. */
export async function openStandIn(now: () => Date): Promise<StandIn> {
  const books = new Books(now);
  const calls: Call[] = [];
  const troubles: Trouble[] = [];
  const keys = new Map<string, { words: string; answer: Answer }>();

  const answer = (request: IncomingMessage, body: string, url: URL): Answer => {
    const { method = '', headers } = request;
    if (headers.authorization !== `Bearer ${KEY}`) {
      return answerOf(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
    }
    try {
      return answerOf(200, carryOut(books, method, url, parseForm(body)));
    } catch (error) {
      if (error instanceof StripeFault) return answerOf(error.status, error.body);
      throw error;
    }
  };

  /** The same key with the same words gets the same answer, with other words a refusal. */
  const answerOnce = (request: IncomingMessage, body: string, url: URL, spoil: (made: Answer) => Answer): Answer => {
    const key = headerOf(request);
    if (!key || request.method !== 'POST') return spoil(answer(request, body, url));
    const words = `${url.pathname}\n${body}`;
    const known = keys.get(key);
    if (known && known.words !== words) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
      return answerOf(400, { error: { type: 'idempotency_error', message } });
    }
    if (known) return known.answer;
    const made = spoil(answer(request, body, url));
    keys.set(key, { words, answer: made });
    return made;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://stripe.test');
    const body = await text(request);
    calls.push({ method: request.method ?? '', path: url.pathname, key: headerOf(request), form: parseForm(body) });
    const isDue = !troubles[0]?.on || troubles[0].on === request.method;
    const trouble = isDue ? troubles.shift() : undefined;
    if (trouble?.when === 'before') return suffer(trouble, response);
    // What Stripe itself says wrong is what it remembers for the key; a cut line is nothing that it knows of.
    const isSpoilt = trouble?.how === '500' || trouble?.how === 'nonsense';
    const made = answerOnce(request, body, url, (it) => (isSpoilt ? wrongAnswer(trouble) : it));
    if (trouble && !isSpoilt) return suffer(trouble, response);
    send(response, made);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) =>
      send(response, answerOf(500, { error: { type: 'api_error', message: String(error) } })),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    books,
    calls,
    troubles,
    forgetKeys: () => keys.clear(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function headerOf({ headers }: IncomingMessage): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : null;
}

function wrongAnswer({ how }: Trouble): Answer {
  if (how === 'nonsense') return { status: 200, body: '<html>It works!' };
  if (how === '429') return answerOf(429, { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' } });
  return answerOf(500, { error: { type: 'api_error', message: 'Something went wrong on our end' } });
}

function suffer(trouble: Trouble, response: ServerResponse): void {
  if (trouble.how === 'silent') return;
  if (trouble.how === 'cut') {
    response.socket?.destroy();
    return;
  }
  send(response, wrongAnswer(trouble));
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${Math.random().toString(36).slice(2)}` }).end(body);
}
