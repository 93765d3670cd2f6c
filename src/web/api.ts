/** Calls /api/v1, in the browser and while rendering on the server; only the transport differs. */

import { type BodyOf, buildEndpointUrl, type Endpoint, type ParamsOf, type QueryOf, type ReplyOf } from '../contract/endpoint.ts';
import type { Challenge, ErrorCode, ErrorResponse, Issue } from '../contract/errors.ts';
import { connection } from './shared/messages/common.ts';
import { expireSession, type Proof, promptReauthentication, readToken } from './state/session.ts';

type CallArg<Key extends string, T> = T extends undefined ? { [K in Key]?: never } : { [K in Key]: T };

/** The part of a Response that is used. */
type ResponseLike = Pick<Response, 'ok' | 'status' | 'json'> & Partial<Pick<Response, 'blob'>>;

/** fetch, or a stand-in for it: an in-process call while rendering on the server, an upload that reports progress. */
export type Fetch = (path: string, init: RequestInit) => Promise<ResponseLike>;

/**
 * Params, query and body as the endpoint's schemas have them. `fetcher` replaces fetch for this one call. `asksForProof: false` is for a call that
 * is of no use to whoever had to log in for it, as a logout.
 */
export type Args<E> = CallArg<'params', ParamsOf<E>> &
  (QueryOf<E> extends undefined ? { query?: never } : { query?: QueryOf<E> }) &
  CallArg<'body', BodyOf<E>> & { fetcher?: Fetch; signal?: AbortSignal; asksForProof?: false };

// biome-ignore lint/complexity/noBannedTypes: `{} extends Args` is how TypeScript asks whether every property is optional
export type Api = <E extends Endpoint>(endpoint: E, ...args: {} extends Args<E> ? [Args<E>?] : [Args<E>]) => Promise<ReplyOf<E>>;

/** Its `message` is for people; pages decide by `code`, or by `status`, which is 0 if the server wasn't reached. */
export interface ApiError extends Error {
  status: number;
  /** Null if the response contained none: no network, or a proxy's error page. */
  code: ErrorCode | null;
  issues: Issue[];
  /** With a `version_conflict`: the current state. */
  current?: unknown;
  /** With a `second_factor_required`: the challenge that the second step of the login sends back. */
  challenge?: Challenge | undefined;
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && 'status' in error && 'issues' in error;
}

/** Whether the URL names something that doesn't exist, no longer exists or can't exist. */
export function isInvalidOrNotFound(error: unknown): boolean {
  return isApiError(error) && [400, 404, 410].includes(error.status);
}

/** For a call that got no response from the API. */
function createConnectionError(status: number, message: string, cause: unknown): ApiError {
  return Object.assign(new Error(message, { cause }), { status, code: null, issues: [] });
}

/** The error messages are loaded with the first error, so that they aren't part of the first visit. */
async function describe(code: ErrorCode | undefined, message: string): Promise<string> {
  if (!code) return message;
  try {
    const { describeError } = await import('./shared/messages/errors.ts');
    return describeError(code, message);
  } catch {
    // The file couldn't be loaded, for example after an update of the shop.
    return message;
  }
}

async function toApiError(
  status: number,
  { code, message = connection.unknown, issues = [], current, challenge }: Partial<ErrorResponse>,
): Promise<ApiError> {
  return Object.assign(new Error(await describe(code, message)), { status, code: code ?? null, issues, current, challenge });
}

/** A download that the server couldn't finish is no file: the browser has a part of it only. */
async function readBody(response: ResponseLike, isFile?: boolean): Promise<unknown> {
  try {
    return await (isFile && response.blob ? response.blob() : response.json());
  } catch (cause) {
    throw createConnectionError(response.status, connection.unreadable, cause);
  }
}

/** Errors after which the user is asked for password or code; the call is then made again. */
const REQUIRED_PROOFS: Partial<Record<ErrorCode, Proof>> = {
  reauthentication_required: 'password',
  reauthentication_by_code_required: 'code',
};

/**
 * A 401 on a call that needs a login means that the token has expired. Where the page can ask for a login, what was typed there stays, and the
 * call is made once more; otherwise the session in this browser ends too.
 */
export function createApi(fetcher: Fetch): Api {
  const call = async (
    endpoint: Endpoint,
    args: {
      params?: Record<string, unknown>;
      query?: Record<string, unknown>;
      body?: Record<string, unknown>;
      fetcher?: Fetch;
      signal?: AbortSignal;
      asksForProof?: false;
    } = {},
  ) => {
    const headers: Record<string, string> = { accept: 'application/json' };
    const token = readToken();
    if (token) headers.authorization = token;
    const init: RequestInit = { method: endpoint.method, headers };
    if (args.signal) init.signal = args.signal;
    if (args.body) {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(args.body);
    }
    let response: ResponseLike;
    try {
      response = await (args.fetcher ?? fetcher)(buildEndpointUrl(endpoint, args.params, args.query), init);
    } catch (cause) {
      if (args.signal?.aborted) throw cause;
      throw createConnectionError(0, connection.unreachable, cause);
    }
    const isFile = endpoint.isDownload && response.ok;
    const payload = await readBody(response, isFile);
    if (response.ok) return payload;
    const { code } = payload as Partial<ErrorResponse>;
    const isExpired = response.status === 401 && endpoint.access !== 'public' && token;
    const proof = isExpired ? 'login' : code && REQUIRED_PROOFS[code];
    if (proof && args.asksForProof !== false && (await promptReauthentication(proof))) return call(endpoint, args);
    if (isExpired) expireSession(token);
    throw await toApiError(response.status, payload as Partial<ErrorResponse>);
  };
  return call as Api;
}

/** The browser's api. */
export const api: Api = createApi((path, init) => fetch(path, init));
