/**
 * What a call of the HTTP API is. `contract/<noun>.ts` has its calls and, beside each, what it takes and answers: `login` and `loginSchemas`. The
 * browser imports the calls alone, so that its build leaves the schemas out. The call carries the types of both, from which `api()` and `route()`
 * infer them.
 */
import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';

/** What an API key may do. `read`: see all that the team sees; `catalogue`: see and change products, categories, their images and stock; `orders`: see orders and work on them. */
export const API_KEY_SCOPES = ['read', 'catalogue', 'orders'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** Who may call: anyone; without a token who has a `guest` in the body, with one as `user`; anyone with a valid token; who works here, in this role at least. */
export type Access = 'public' | 'guest' | 'user' | TeamRole;

/**
 * Who works here: each role may do what the one before may, and more. Read-only sees everything but API keys and the
 * activity log; only owners see these, and change the team and the tax. Which role a call requires is its `access`, said at the call: who may refund, for example, in order-admin.ts.
 */
export const TEAM_ROLES = ['read-only', 'staff', 'owner'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** Whether the role is this one, or one that may do more. */
export const isAtLeast = (role: TeamRole, least: TeamRole): boolean => TEAM_ROLES.indexOf(role) >= TEAM_ROLES.indexOf(least);

type Values = Readonly<Record<string, unknown>>;

/** A parameter of a URL or a field of a form as text: lists and objects as JSON. */
export const toText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/**
 * The URL of a call. Its parameters are in alphabetical order, however they are given: the server's response cache has one entry for
 * each call, under this URL.
 */
export function buildEndpointUrl({ path }: Pick<Endpoint, 'path'>, params: Values = {}, query: Values = {}): string {
  const pathname = path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  const names = Object.keys(query).filter((name) => query[name] !== undefined);
  const search = names.sort().map((name) => `${name}=${encodeURIComponent(toText(query[name]))}`);
  return search.length ? `${pathname}?${search.join('&')}` : pathname;
}

export type Invalidated = 'products' | 'stock' | 'categories' | 'settings' | 'texts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The server's half: what is validated, how the reply is serialized, and what the OpenAPI document says of it. */
export interface EndpointSchemas {
  readonly summary: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly reply: TSchema;
  /**
   * Errors that this endpoint's own logic may answer. Those of access, sizes and validation are added from the rest of the endpoint
   * (`src/server/platform/http/openapi/openapi.ts`).
   */
  readonly refusals?: readonly ErrorCode[];
  /** The largest accepted body in bytes, where it differs from the server's default. */
  readonly bodyLimit?: number;
}

interface BaseEndpoint<Schemas extends EndpointSchemas, Level extends Access> {
  readonly method: Method;
  /** From the root of the host; a parameter is `{name}`. */
  readonly path: string;
  readonly access: Level;
  /** The body travels as multipart/form-data, and may have a file in its field `image`. */
  readonly multipart?: true;
  /** The response is the same for everyone, so it may be cached on the server and by proxies. */
  readonly cache?: 'shared';
  /** The response shows a selection of all products, so that a change of any of them may alter it, or how many there are in each category. */
  readonly dependsOn?: readonly ('products' | 'categories')[];
  /** Cached responses that a successful call makes stale. It is answered only once no process serves them any more. */
  readonly invalidates?: readonly Invalidated[];
  /** A successful reply is a CSV file, or one of another kind, sent piece by piece. */
  readonly isDownload?: true | 'pdf';
  /** The body is a CSV file, or any `bytes`, read piece by piece, so it may be larger than other bodies. */
  readonly isUpload?: true | 'bytes';
  /** For steps that can't be undone: refused unless the caller logged in, or confirmed their password or code, within this many minutes. */
  readonly recentLogin?: number;
  /** A 401 or 403 has the body `{ok: false}` and nothing else. */
  readonly isAuthCheck?: true;
  /** Never set: it only carries the types of the server's half. */
  readonly schemas?: Schemas;
}

/**
 * Endpoints that require a role can also be called by API keys that have one of these scopes; if none is listed, no key may call. Other
 * endpoints that require a person can't be called by keys.
 */
type KeyAccess<Level extends Access> = Level extends TeamRole ? { readonly scopes: readonly ApiKeyScope[] } : { readonly scopes?: never };

export type Endpoint<Schemas extends EndpointSchemas = EndpointSchemas, Level extends Access = Access> = BaseEndpoint<Schemas, Level> &
  KeyAccess<Level>;

type StaticOf<E, Part extends string> =
  E extends Endpoint<infer Schemas> ? (Part extends keyof Schemas ? Parsed<Schemas[Part]> : undefined) : never;
type Parsed<Schema> = Schema extends TSchema ? Static<Schema> : never;

/** Each is `undefined` where the endpoint takes none. */
export type ParamsOf<E> = StaticOf<E, 'params'>;
export type QueryOf<E> = StaticOf<E, 'query'>;
export type BodyOf<E> = StaticOf<E, 'body'>;
export type ReplyOf<E> = StaticOf<E, 'reply'>;
