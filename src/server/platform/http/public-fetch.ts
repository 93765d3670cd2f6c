/**
 * Calls URLs that people typed in or that a file contains: only at public IP addresses, never in the shop's own network. The host name is
 * resolved here, and the connection is made to that very address, so that a second DNS answer can't lead elsewhere; redirects are checked
 * like the first URL.
 */
import { lookup as resolve } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { SECOND } from '../../../contract/values.ts';

export type PublicFetchCode =
  | 'invalid_url'
  | 'host_not_allowed'
  | 'private_address'
  | 'host_not_found'
  | 'too_many_redirects'
  | 'too_large'
  | 'timeout'
  | 'unreachable';

export class PublicFetchError extends Error {
  readonly code: PublicFetchCode;

  constructor(code: PublicFetchCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'PublicFetchError';
    this.code = code;
  }
}

export interface PublicFetchOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The most bytes of a response's body; more is an error. */
  maxBytes: number;
  /** Reads only the beginning of a longer body, instead of failing. */
  cutsBody?: boolean;
  /** In milliseconds, for everything: name resolution, redirects, and the whole body. */
  timeout?: number;
  /** 0: a redirect is returned as it is. */
  maxRedirects?: number;
  /** Also called for redirects. The host name is in lower case. */
  isHostAllowed?: (hostname: string) => boolean;
  signal?: AbortSignal;
}

export interface PublicResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** After redirects. */
  url: string;
}

export type PublicFetch = (url: string, options: PublicFetchOptions) => Promise<PublicResponse>;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The only IPv6 range that is assigned for public use; addresses outside of it, such as `::127.0.0.1`, are refused. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Neither private, loopback, link-local, reserved nor multicast, nor an IPv6 address that contains an IPv4 one. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
}

const isLoopback = (address: string) => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** `[::1]` is how a URL writes ::1. */
const toHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new PublicFetchError('invalid_url', 'It must begin with https:// or http://');
  if (url.username || url.password) throw new PublicFetchError('invalid_url', 'It must hold no user name or password');
  return url;
}

function createLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, { family, all }, callback) => {
    const wanted = family === 4 || family === 6 ? family : 0;
    resolve(hostname, { all: true, family: wanted }).then(
      (addresses) => {
        const [first] = addresses;
        // If one of a host's addresses isn't public, all are refused: only an attacker would mix them.
        if (!first || !addresses.every(({ address }) => isAllowed(address))) {
          callback(new PublicFetchError('private_address', `${hostname} isn't in the public internet`), '');
        } else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(new PublicFetchError('host_not_found', `There is no host ${hostname}`, error), ''),
    );
  };
}

async function send(
  url: URL,
  { method = 'GET', headers, body, maxBytes, cutsBody = false }: PublicFetchOptions,
  lookup: LookupFunction,
  signal: AbortSignal,
): Promise<PublicResponse> {
  const { promise, resolve: done, reject } = Promise.withResolvers<PublicResponse>();
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
    url,
    // Each call opens a new connection, because one that another call left open may not have been checked. No compression, because a small
    // compressed body could unpack to any size.
    { method, headers: { 'accept-encoding': 'identity', ...headers }, lookup, signal, agent: false },
    (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const answer = () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks), url: url.href });
      const refuse = () => {
        reject(new PublicFetchError('too_large', `It is larger than ${maxBytes} bytes`));
        request.destroy();
      };
      if (!cutsBody && Number(response.headers['content-length']) > maxBytes) return refuse();
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes && !cutsBody) return refuse();
        chunks.push(chunk.subarray(0, chunk.length - Math.max(0, size - maxBytes)));
        if (size <= maxBytes) return;
        answer();
        request.destroy();
      });
      response.on('error', reject);
      response.on('end', answer);
    },
  );
  request.on('error', reject);
  request.end(body);
  return promise;
}

interface Exceptions {
  /** For tests, whose servers run on this machine. */
  allowsLoopback?: boolean;
  /** Hosts of the own network that the operator has named, as URLs have them: with a port unless it is the usual one. */
  privateHosts?: readonly string[];
}

export function createPublicFetch({ allowsLoopback = false, privateHosts = [] }: Exceptions = {}): PublicFetch {
  const isAllowed = (address: string) => isPublicAddress(address) || (allowsLoopback && isLoopback(address));
  const publicLookup = createLookup(isAllowed);
  const anyLookup = createLookup(() => true);
  const isNamed = ({ host }: URL) => privateHosts.includes(host);

  const requireAllowed = (url: URL, { isHostAllowed }: PublicFetchOptions) => {
    const host = toHost(url);
    if (isHostAllowed && !isHostAllowed(host)) throw new PublicFetchError('host_not_allowed', `${host} isn't among the allowed hosts`);
    // An IP address isn't resolved, so it is checked here.
    if (isIP(host) && !isAllowed(host) && !isNamed(url))
      throw new PublicFetchError('private_address', `${host} isn't in the public internet`);
  };

  return async (text, options) => {
    const { timeout = 10 * SECOND, maxRedirects = 0 } = options;
    const deadline = AbortSignal.timeout(timeout);
    const signal = AbortSignal.any([deadline, ...(options.signal ? [options.signal] : [])]);
    try {
      let url = parseUrl(text);
      for (let redirects = 0; ; redirects += 1) {
        requireAllowed(url, options);
        const response = await send(url, options, isNamed(url) ? anyLookup : publicLookup, signal);
        const { location } = response.headers;
        if (!maxRedirects || !REDIRECTS.has(response.status) || typeof location !== 'string') return response;
        if (redirects === maxRedirects) throw new PublicFetchError('too_many_redirects', `It redirects more than ${maxRedirects} times`);
        url = parseUrl(URL.canParse(location, url) ? new URL(location, url).href : location);
      }
    } catch (error) {
      if (error instanceof PublicFetchError) throw error;
      options.signal?.throwIfAborted();
      if (deadline.aborted) throw new PublicFetchError('timeout', `There was no whole answer within ${timeout / SECOND} seconds`, error);
      throw new PublicFetchError('unreachable', 'The host does not answer', error);
    }
  };
}
