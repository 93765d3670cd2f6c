/** Asks the shop for its own pages and calls, as a visitor's browser would: within this process, or by the address that customers use. */
import type { FastifyInstance } from 'fastify';
import { SECOND } from '../../../contract/values.ts';
import { IN_PROCESS_ADDRESS } from './network-limits.ts';

export interface ShopResponse {
  status: number;
  /** Where it leads, if that is elsewhere. */
  location: string | null;
  /** Names of the cookies that it sets. */
  cookies: string[];
  body: string;
}

export interface ShopRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: object;
}

export type VisitShop = (path: string, request?: ShopRequest) => Promise<ShopResponse>;

const ACCEPT = { accept: 'text/html,application/json;q=0.9,*/*;q=0.8' };
const TIMEOUT = 20 * SECOND;

const readCookies = (headers: readonly string[]) => headers.map((it) => it.replace(/=.*$/s, ''));

/** Through all of the app's checks, without a socket. */
export const visitInProcess =
  (app: Pick<FastifyInstance, 'inject'>): VisitShop =>
  async (path, { method = 'GET', headers = {}, body } = {}) => {
    const response = await app.inject({
      method,
      url: path,
      headers: { ...ACCEPT, ...headers },
      remoteAddress: IN_PROCESS_ADDRESS,
      ...(body && { payload: body }),
    });
    const { location, 'set-cookie': cookies = [] } = response.headers;
    return { status: response.statusCode, location: location ?? null, cookies: readCookies([cookies].flat()), body: response.body };
  };

/** For a process that serves no pages. */
export const visitByHttp =
  (origin: string): VisitShop =>
  async (path, { method = 'GET', headers = {}, body } = {}) => {
    const response = await fetch(origin + path, {
      method,
      headers: { ...ACCEPT, ...(body && { 'content-type': 'application/json' }), ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { status } = response;
    const location = response.headers.get('location');
    return { status, location, cookies: readCookies(response.headers.getSetCookie()), body: await response.text() };
  };
