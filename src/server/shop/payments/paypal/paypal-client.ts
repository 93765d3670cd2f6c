/** Calls PayPal's REST API: with an access token, which is kept for as long as it is valid, and once more where that is safe. */
import { isRecord, SECOND } from '../../../../contract/values.ts';

const LIVE_API = 'https://api-m.paypal.com';
const SANDBOX_API = 'https://api-m.sandbox.paypal.com';
/** A token is renewed before it ends, so that no call comes too late. */
const TOKEN_MARGIN = 60 * SECOND;
const CALL_TIMEOUT = 8 * SECOND;

export interface PaypalAccess {
  clientId: string;
  clientSecret: string;
  isSandbox: boolean;
  /** Origin of PayPal's API, for tests; null: PayPal's own. */
  apiBase: string | null;
  /** Milliseconds for one call. */
  timeout?: number;
}

/** PayPal has answered, and refused. */
export class PaypalError extends Error {
  readonly status: number;
  /** Its own codes: the error's name, and what is the matter in detail. */
  readonly codes: readonly string[];

  constructor(status: number, body: unknown) {
    const { name, error, details } = isRecord(body) ? body : {};
    const issues = Array.isArray(details) ? details.map((it) => (isRecord(it) ? it.issue : null)) : [];
    const codes = [...issues, name, error].filter((it) => typeof it === 'string');
    super(`PayPal answered ${status}${codes.length ? `: ${codes.join(', ')}` : ''}`);
    this.name = 'PaypalError';
    this.status = status;
    this.codes = codes;
  }
}

/** The client id or the secret isn't valid any more. */
export const isPaypalKeyRefused = (error: unknown): boolean => error instanceof PaypalError && error.status === 401;

/** Another account, or the other mode of this one, doesn't know it; nor does anybody know what was never made. */
export const isUnknownAtPaypal = (error: unknown): boolean => error instanceof PaypalError && error.status === 404;

/** PayPal has understood the call, and nothing has happened. */
export const isRefusedByPaypal = (error: unknown): error is PaypalError =>
  error instanceof PaypalError && [400, 403, 404, 422].includes(error.status);

export interface PaypalCall {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: object;
  /** PayPal-Request-Id: two calls with one key have one effect. */
  key?: string;
}

export interface PaypalClient {
  readonly apiOrigin: string;
  /** Throws PaypalError, or the error of the connection: then nobody knows whether it has happened. */
  call(path: string, options?: PaypalCall): Promise<Record<string, unknown>>;
}

async function readBody(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  if (!text) return {};
  const body: unknown = JSON.parse(text);
  if (!isRecord(body)) throw new Error("PayPal's answer is no object");
  return body;
}

export function createPaypalClient({ clientId, clientSecret, isSandbox, apiBase, timeout = CALL_TIMEOUT }: PaypalAccess): PaypalClient {
  const apiOrigin = apiBase ?? (isSandbox ? SANDBOX_API : LIVE_API);
  let token: { text: string; endsAt: number } | null = null;
  let asked: Promise<string> | null = null;

  async function send(path: string, init: RequestInit): Promise<Record<string, unknown>> {
    const response = await fetch(apiOrigin + path, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeout) });
    if (response.ok) return readBody(response);
    throw new PaypalError(response.status, await readBody(response).catch(() => null));
  }

  async function fetchToken(): Promise<string> {
    const login = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const headers = { authorization: `Basic ${login}`, 'content-type': 'application/x-www-form-urlencoded' };
    const { access_token: text, expires_in: seconds } = await send('/v1/oauth2/token', {
      ...{ method: 'POST', headers, body: 'grant_type=client_credentials' },
    });
    if (typeof text !== 'string') throw new Error('PayPal gave no access token');
    token = { text, endsAt: Date.now() + Number(seconds) * SECOND - TOKEN_MARGIN };
    return text;
  }

  /** All calls that need a new one wait for the same. */
  async function getToken(): Promise<string> {
    if (token && token.endsAt > Date.now()) return token.text;
    asked ??= fetchToken().finally(() => {
      asked = null;
    });
    return asked;
  }

  async function callOnce(path: string, { method = 'GET', body, key }: PaypalCall): Promise<Record<string, unknown>> {
    const headers = {
      authorization: `Bearer ${await getToken()}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...(key && { 'paypal-request-id': key }),
    };
    const sent = method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify(body ?? {}) };
    return send(path, { method, headers, ...sent });
  }

  return {
    apiOrigin,
    call: async (path, options = {}) => {
      try {
        return await callOnce(path, options);
      } catch (error) {
        const isTokenOver = isPaypalKeyRefused(error) && token !== null;
        if (isTokenOver) token = null;
        const isBroken = !(error instanceof PaypalError) || error.status >= 500 || error.status === 429;
        const isTimeout = error instanceof Error && error.name === 'TimeoutError';
        const isRepeatable = (options.method ?? 'GET') === 'GET' || options.key !== undefined;
        if (!isTokenOver && (!isBroken || isTimeout || !isRepeatable)) throw error;
        return callOnce(path, options);
      }
    },
  };
}
