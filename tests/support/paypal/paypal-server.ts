/**
 * A stand-in for PayPal on this machine: tokens, orders, the page that approves them, captures, refunds, webhooks with their certificate. It can fail, hang,
 * drop connections and answer nonsense, before or after the effect.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { invalid, notFound, PaypalApiError } from './paypal-error.ts';
import { approveOnPage, renderApprovePage } from './paypal-page.ts';
import { CERTIFICATE_PATH, createSigner } from './paypal-signature.ts';
import { FakePaypalState } from './paypal-state.ts';

export const CLIENT_ID = 'client-of-the-stand-in';
export const CLIENT_SECRET = 'secret-of-the-stand-in';

/** A failure of one call, before or after its effect. cut: the connection is closed. silent: no response ever comes. */
export interface PaypalFailure {
  timing: 'before' | 'after';
  kind: 'cut' | 'silent' | '500' | 'nonsense';
  /** Applies to the next call whose path ends like this; others pass. */
  path: RegExp;
}

interface Account {
  secret: string;
  state: FakePaypalState;
}

interface Answer {
  status: number;
  type?: string;
  body: string;
  location?: string;
}

const toJson = (status: number, body: unknown): Answer => ({ status, body: JSON.stringify(body) });

function routeCall(state: FakePaypalState, route: string, id: string, body: never): object {
  switch (route) {
    case 'POST /v2/checkout/orders':
      return state.createOrder(body);
    case 'GET /v2/checkout/orders/:id':
      return state.readOrder(id);
    case 'POST /v2/checkout/orders/:id/capture':
      return state.captureOrder(id);
    case 'GET /v2/payments/captures/:id':
      return state.readCapture(id);
    case 'POST /v2/payments/captures/:id/refund':
      return state.refund(id, body);
    case 'GET /v2/payments/refunds/:id':
      return state.readRefund(id);
    case 'GET /v1/notifications/webhooks':
      return { webhooks: [...state.webhooks.values()] };
    case 'POST /v1/notifications/webhooks':
      return state.createWebhook(body);
    case 'GET /v1/notifications/webhooks/:id':
      return state.findWebhook(id);
    case 'PATCH /v1/notifications/webhooks/:id': {
      const webhook = state.findWebhook(id);
      for (const { path, value } of body as { path: string; value: unknown }[]) Object.assign(webhook, { [path.slice(1)]: value });
      return webhook;
    }
    case 'DELETE /v1/notifications/webhooks/:id':
      state.findWebhook(id);
      state.webhooks.delete(id);
      return {};
    default:
      throw notFound();
  }
}

export interface FakePaypal {
  baseUrl: string;
  /** Of the account of CLIENT_ID. */
  state: FakePaypalState;
  accounts: Map<string, Account>;
  addAccount: (clientId: string, secret: string) => FakePaypalState;
  /** Paths of all calls so far, with their method and key. */
  calls: { route: string; key: string | null; body: unknown }[];
  /** Each applies to one call. */
  failures: PaypalFailure[];
  /** Milliseconds after which each call is answered. */
  delay: number;
  signEvent: ReturnType<typeof createSigner>['signEvent'];
  /** As if weeks had passed: PayPal has forgotten all keys. */
  clearKeys: () => void;
  close: () => Promise<void>;
}

/** Listens on a free port. */
export async function startFakePaypal(now: () => Date): Promise<FakePaypal> {
  const accounts = new Map<string, Account>();
  const keys = new Map<string, Answer>();
  const { certificate, signEvent } = createSigner(() => fake.baseUrl);

  const findAccount = ({ headers }: IncomingMessage) => accounts.get(headers.authorization?.replace('Bearer token-of-', '') ?? '');

  function giveToken({ headers }: IncomingMessage): Answer {
    const [id = '', secret] = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64')
      .toString()
      .split(':');
    if (accounts.get(id)?.secret !== secret) return toJson(401, { error: 'invalid_client' });
    return toJson(200, { access_token: `token-of-${id}`, token_type: 'Bearer', expires_in: 32_400, scope: 'openid' });
  }

  function showPage({ method }: IncomingMessage, url: URL): Answer {
    const id = url.searchParams.get('token') ?? '';
    const state = [...accounts.values()].find((it) => it.state.orders.has(id))?.state;
    const location = state && method === 'POST' ? approveOnPage(state, id) : null;
    if (location) return { status: 303, body: '', location };
    const page = state && renderApprovePage(state, id);
    return { status: page ? 200 : 404, type: 'text/html; charset=utf-8', body: page ?? 'No such order' };
  }

  function call(request: IncomingMessage, url: URL, body: string): Answer {
    const account = findAccount(request);
    if (!account) return toJson(401, { error: 'invalid_token' });
    const key = readKey(request);
    const recordedAs = key && `${request.headers.authorization} ${url.pathname} ${key}`;
    const recorded = recordedAs ? keys.get(recordedAs) : undefined;
    if (recorded) return recorded;
    const { route, id } = toRoute(request, url);
    try {
      const answer = toJson(request.method === 'POST' ? 201 : 200, routeCall(account.state, route, id, parse(body) as never));
      if (recordedAs) keys.set(recordedAs, answer);
      return answer;
    } catch (error) {
      if (error instanceof PaypalApiError) return toJson(error.status, error.body);
      throw error;
    }
  }

  function answer(request: IncomingMessage, url: URL, body: string): Answer {
    if (url.pathname === '/v1/oauth2/token') return giveToken(request);
    if (url.pathname === CERTIFICATE_PATH) return { status: 200, type: 'application/x-pem-file', body: certificate };
    if (url.pathname.startsWith('/checkoutnow')) return showPage(request, url);
    return call(request, url, body);
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://paypal.test');
    const body = await text(request);
    fake.calls.push({ route: `${request.method} ${url.pathname}`, key: readKey(request), body: body.startsWith('{') ? parse(body) : body });
    if (fake.delay) await new Promise((resolve) => setTimeout(resolve, fake.delay));
    const index = fake.failures.findIndex(({ path }) => path.test(`${request.method} ${url.pathname}`));
    const [failure] = index < 0 ? [] : fake.failures.splice(index, 1);
    if (failure?.timing === 'before') return fail(failure, response);
    const result = answer(request, url, body);
    if (failure) return fail(failure, response);
    send(response, result);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) =>
      send(response, toJson(500, { name: 'INTERNAL_SERVER_ERROR', message: String(error) })),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = new FakePaypalState(now, baseUrl);
  accounts.set(CLIENT_ID, { secret: CLIENT_SECRET, state });
  const fake: FakePaypal = {
    baseUrl,
    state,
    accounts,
    addAccount: (clientId, secret) => {
      const other = new FakePaypalState(now, baseUrl);
      accounts.set(clientId, { secret, state: other });
      return other;
    },
    calls: [],
    failures: [],
    delay: 0,
    signEvent,
    clearKeys: () => keys.clear(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}

function parse(body: string): unknown {
  try {
    return body ? JSON.parse(body) : {};
  } catch {
    throw invalid('MALFORMED_REQUEST_JSON');
  }
}

function toRoute({ method }: IncomingMessage, { pathname }: URL): { route: string; id: string } {
  const [, id = ''] =
    /^\/v\d\/(?:checkout\/orders|payments\/captures|payments\/refunds|notifications\/webhooks)\/([^/]+)/.exec(pathname) ?? [];
  return { route: `${method} ${id ? pathname.replace(`/${id}`, '/:id') : pathname}`, id: decodeURIComponent(id) };
}

function readKey({ headers }: IncomingMessage): string | null {
  const key = headers['paypal-request-id'];
  return typeof key === 'string' ? key : null;
}

function fail({ kind }: PaypalFailure, response: ServerResponse): void {
  if (kind === 'silent') return;
  if (kind === 'cut') {
    response.socket?.destroy();
    return;
  }
  send(response, kind === 'nonsense' ? { status: 200, body: '<html>It works!' } : toJson(503, { name: 'SERVICE_UNAVAILABLE' }));
}

function send(response: ServerResponse, { status, type = 'application/json', body, location }: Answer): void {
  response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(body);
}
