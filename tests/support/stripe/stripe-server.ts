/**
 * A fake of Stripe's API on this machine: form-encoded requests, JSON responses, idempotency keys, Stripe's errors. It can fail,
 * hang, drop connections and respond with invalid data.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { asForm, asText, type Form, parseForm } from './form-encoding.ts';
import type { AccountProfile } from './stripe-account-profile.ts';
import { notFound, StripeApiError } from './stripe-error.ts';
import { FakeStripeState } from './stripe-state.ts';

export const API_KEY = 'sk_test_standin';

/** An account, by one of its keys. */
export interface FakeAccount {
  state: FakeStripeState;
  /** What a restricted key may not do: `checkout`, `refunds`, `account` or `webhook_endpoints`. */
  forbidden: string[];
}

/** A failure of one call, before or after its effect. cut: the connection is closed. silent: no response ever comes. */
export interface InjectedFailure {
  timing: 'before' | 'after';
  kind: 'cut' | 'silent' | '500' | '429' | 'nonsense';
  /** Applies to the next call with this method; others pass. */
  method?: 'GET' | 'POST';
}

interface RecordedCall {
  method: string;
  path: string;
  key: string | null;
  form: Form;
}

interface FakeResponse {
  status: number;
  body: string;
}

export interface FakeStripe {
  baseUrl: string;
  /** Of the account of API_KEY. */
  state: FakeStripeState;
  /** By their keys: a further one is another account, or the other mode of one. Without its key, a key was revoked. */
  accounts: Map<string, FakeAccount>;
  addAccount: (key: string, profile?: Partial<AccountProfile>) => FakeAccount;
  /** All calls so far. */
  calls: RecordedCall[];
  /** Consumed in order, one per call. */
  failures: InjectedFailure[];
  /** Milliseconds after which each call is answered. */
  delay: number;
  /** As if a day had passed: Stripe has forgotten all keys. */
  clearIdempotencyKeys: () => void;
  close: () => Promise<void>;
}

function jsonResponse(status: number, body: unknown): FakeResponse {
  return { status, body: JSON.stringify(body) };
}

function expand(session: { payment_intent: string | null }, query: Form, state: FakeStripeState): object {
  const wantsPayment = Object.values(asForm(query.expand)).includes('payment_intent');
  if (!wantsPayment || !session.payment_intent) return session;
  return { ...session, payment_intent: state.payments.get(session.payment_intent) };
}

function routeRequest(state: FakeStripeState, method: string, url: URL, form: Form): object {
  const [, , ...parts] = url.pathname.split('/');
  const query = parseForm(url.search);
  const [first = '', second = ''] = parts;
  const ofCards = state.cards.route(method, parts);
  if (ofCards) return ofCards;
  const [area = '', kind = '', id = '', verb] =
    first === 'refunds' ? ['refunds', 'refunds'] : first === 'webhook_endpoints' ? [first, '', second] : parts;
  const route = [method, area, kind, id && ':id', verb].filter(Boolean).join(' ');
  switch (route) {
    case 'POST checkout sessions':
      return state.createSession(form);
    case 'GET checkout sessions :id':
      return expand(state.findSession(id), query, state);
    case 'POST checkout sessions :id expire':
      return state.expireSession(id);
    case 'GET checkout sessions':
      return { object: 'list', url: '/v1/checkout/sessions', has_more: false, data: [...state.sessions.values()] };
    case 'GET account':
      return state.account;
    case 'POST webhook_endpoints':
      return state.webhooks.create(form);
    case 'GET webhook_endpoints :id':
      return state.webhooks.find(id);
    case 'POST webhook_endpoints :id':
      return state.webhooks.update(id, form);
    case 'DELETE webhook_endpoints :id':
      return state.webhooks.remove(id);
    case 'POST customers':
      return state.tax.createCustomer(form);
    case 'GET tax settings':
      return { object: 'tax.settings', status: state.tax.status };
    case 'POST refunds refunds':
      return state.createRefund(form);
    case 'GET refunds refunds': {
      const payment = asText(query.payment_intent);
      if (payment === undefined) return { object: 'list', url: '/v1/refunds', has_more: false, data: state.refunds };
      if (!state.payments.has(payment)) throw notFound('payment_intent', payment);
      const data = state.refunds.filter((it) => it.payment_intent === payment);
      return { object: 'list', url: '/v1/refunds', has_more: false, data };
    }
    default:
      throw new StripeApiError(404, `Unrecognized request URL (${method}: ${url.pathname}).`);
  }
}

/** Listens on a free port. */
export async function startFakeStripe(now: () => Date, address = '127.0.0.1'): Promise<FakeStripe> {
  const state = new FakeStripeState(now);
  const accounts = new Map<string, FakeAccount>([[API_KEY, { state, forbidden: [] }]]);
  const calls: RecordedCall[] = [];
  const failures: InjectedFailure[] = [];
  const keys = new Map<string, { fingerprint: string; response: FakeResponse }>();

  const respond = (request: IncomingMessage, body: string, url: URL): FakeResponse => {
    const { method = '', headers } = request;
    const account = accounts.get(headers.authorization?.replace('Bearer ', '') ?? '');
    if (!account) {
      return jsonResponse(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
    }
    if (account.forbidden.some((area) => url.pathname.startsWith(`/v1/${area}`))) {
      const message = `The provided key '${headers.authorization?.slice(7, 15)}*********' does not have the required permissions`;
      return jsonResponse(403, { error: { type: 'invalid_request_error', message } });
    }
    try {
      return jsonResponse(200, routeRequest(account.state, method, url, parseForm(body)));
    } catch (error) {
      if (error instanceof StripeApiError) return jsonResponse(error.status, error.body);
      throw error;
    }
  };

  /** A repeated key with the same parameters gets the recorded response, with other parameters an error. */
  const respondIdempotently = (
    request: IncomingMessage,
    body: string,
    url: URL,
    corrupt: (original: FakeResponse) => FakeResponse,
  ): FakeResponse => {
    const sentKey = readIdempotencyKey(request);
    const key = sentKey && `${request.headers.authorization} ${sentKey}`;
    if (!key || request.method !== 'POST') return corrupt(respond(request, body, url));
    const fingerprint = `${url.pathname}\n${body}`;
    const recorded = keys.get(key);
    if (recorded && recorded.fingerprint !== fingerprint) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${sentKey}' if you meant to execute a different request.`;
      return jsonResponse(400, { error: { type: 'idempotency_error', message } });
    }
    if (recorded) return recorded.response;
    const result = corrupt(respond(request, body, url));
    keys.set(key, { fingerprint, response: result });
    return result;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://stripe.test');
    const body = await text(request);
    calls.push({ method: request.method ?? '', path: url.pathname, key: readIdempotencyKey(request), form: parseForm(body) });
    const appliesToMethod = !failures[0]?.method || failures[0].method === request.method;
    if (fake.delay) await sleep(fake.delay);
    const failure = appliesToMethod ? failures.shift() : undefined;
    if (failure?.timing === 'before') return applyFailure(failure, response);
    // A wrong response by Stripe itself is recorded for the key; a lost connection is not.
    const isCorrupted = failure?.kind === '500' || failure?.kind === 'nonsense';
    const result = respondIdempotently(request, body, url, (it) => (isCorrupted ? failureResponse(failure) : it));
    if (failure && !isCorrupted) return applyFailure(failure, response);
    sendResponse(response, result);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) =>
      sendResponse(response, jsonResponse(500, { error: { type: 'api_error', message: String(error) } })),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const fake: FakeStripe = {
    baseUrl: `http://${address}:${(server.address() as AddressInfo).port}`,
    state,
    accounts,
    addAccount: (key, profile = {}) => {
      const account = { state: new FakeStripeState(now, profile), forbidden: [] };
      accounts.set(key, account);
      return account;
    },
    calls,
    failures,
    delay: 0,
    clearIdempotencyKeys: () => keys.clear(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}

function readIdempotencyKey({ headers }: IncomingMessage): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : null;
}

function failureResponse({ kind }: InjectedFailure): FakeResponse {
  if (kind === 'nonsense') return { status: 200, body: '<html>It works!' };
  if (kind === '429')
    return jsonResponse(429, { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' } });
  return jsonResponse(500, { error: { type: 'api_error', message: 'Something went wrong on our end' } });
}

function applyFailure(failure: InjectedFailure, response: ServerResponse): void {
  if (failure.kind === 'silent') return;
  if (failure.kind === 'cut') {
    response.socket?.destroy();
    return;
  }
  sendResponse(response, failureResponse(failure));
}

function sendResponse(response: ServerResponse, { status, body }: FakeResponse): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${Math.random().toString(36).slice(2)}` }).end(body);
}
