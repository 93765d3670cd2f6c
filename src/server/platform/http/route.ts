/** Registers an endpoint of the contract. A call passes access first, then the body is read, then validated, then handled. */
import { Readable } from 'node:stream';
import buildSerializer from 'fast-json-stringify';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import {
  type BodyOf,
  buildEndpointUrl,
  type Endpoint,
  type EndpointSchemas,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '../../../contract/endpoint.ts';
import { AuthCheckErrorResponse, ErrorResponse } from '../../../contract/errors.ts';
import * as nouns from '../../../contract/nouns.ts';
import { isRecord } from '../../../contract/values.ts';
import { AppError } from '../errors.ts';
import { authorize, type Caller, identifyActor, requireGuest } from './authorize.ts';
import { NO_FILE, readMultipartForm, readUpload } from './uploads/multipart.ts';
import { createValidator } from './validate.ts';

/** Every call of the contract with its schemas, which are exported beside it under its name: `login` and `loginSchemas`. */
type SchemasOf<Noun> = {
  [Name in keyof Noun & string as Noun[Name] extends Endpoint ? `${Name}Schemas` : never]: Noun[Name] extends Endpoint<infer S> ? S : never;
};

/** Doesn't compile if a call has no schemas beside it, or others than it declares. */
const described: { [Noun in keyof typeof nouns]: SchemasOf<(typeof nouns)[Noun]> } = nouns;

interface Described {
  name: string;
  schemas: EndpointSchemas;
}

const isEndpoint = (value: unknown): value is Endpoint => isRecord(value) && 'method' in value && 'path' in value && 'access' in value;

function* listDescribed(): Generator<[Endpoint, Described]> {
  for (const noun of Object.values<Record<string, unknown>>(described)) {
    for (const [name, endpoint] of Object.entries(noun)) {
      // The type above says that they are there.
      if (isEndpoint(endpoint)) yield [endpoint, { name, schemas: noun[`${name}Schemas`] as EndpointSchemas }];
    }
  }
}

const byEndpoint = new Map(listDescribed());

export const endpoints: readonly Endpoint[] = [...byEndpoint.keys()];

function describe(endpoint: Endpoint): Described {
  const found = byEndpoint.get(endpoint);
  if (!found) throw new Error(`${endpoint.method} ${endpoint.path} is unknown: add its file to src/contract/nouns.ts`);
  return found;
}

/** They are of the type that the endpoint declares, see above. */
export const getSchemas = <S extends EndpointSchemas>(endpoint: Endpoint<S>): S => describe(endpoint).schemas as S;

/** The endpoint's name in the contract, which is unique. */
export const getOperationId = (endpoint: Endpoint): string => describe(endpoint).name;

/**
 * Refuses query strings that contain half of a surrogate pair. The router refuses them in paths, but its query decoder would accept them.
 */

/** UTF-8 of U+D800 to U+DFFF, which are no characters. */
const HALF_SURROGATE = /%ed%[ab]/i;

/** Throws `invalid_request`. */
export function checkEncoding(url: string): void {
  if (HALF_SURROGATE.test(url)) throw new AppError('invalid_request', "The address isn't encoded correctly");
}

/** Serializes responses with code generated from their schema: once per schema, because most routes share the schemas of errors. */

const serializers = new WeakMap<object, (body: unknown) => string>();

export function registerSerializer(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema }) => {
    const made = serializers.get(schema as object) ?? buildSerializer(schema as Parameters<typeof buildSerializer>[0]);
    serializers.set(schema as object, made);
    return made;
  });
}

interface RouteContext<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Null for public calls, and for guests without a token. */
  caller: E['access'] extends 'public' ? null : E['access'] extends 'guest' ? Caller | null : Caller;
  /** The file `image` of a multipart call. */
  image: Buffer | null;
  /** The uploaded file; empty if none was sent. */
  file: AsyncIterable<Buffer>;
  request: FastifyRequest;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** A 401 or 403 has the body `{ok: false}` and nothing else. */
    isAuthCheck?: boolean;
    /** The call that this route answers. */
    endpoint?: Endpoint;
  }
}

/** `{id}` in the contract is `:id` in Fastify. */
function toRoutePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function buildConfig(endpoint: Endpoint, getCacheKey: (request: FastifyRequest) => string | null): FastifyContextConfig {
  const { cache, dependsOn, invalidates, isAuthCheck } = endpoint;
  return {
    endpoint,
    ...(cache && { cache, getCacheKey }),
    ...(dependsOn && { dependsOn }),
    ...(invalidates && { invalidatesCache: true }),
    ...(isAuthCheck && { isAuthCheck }),
  };
}

/** Fastify uses these schemas to serialize replies and to generate the OpenAPI document, but not to validate. */
export function buildDocumentation(endpoint: Endpoint, { summary, params, query, body, reply }: EndpointSchemas): FastifySchema {
  return {
    summary,
    tags: [endpoint.path.split('/')[3] ?? ''],
    ...(endpoint.access !== 'public' && { security: endpoint.access === 'guest' ? [{ token: [] }, {}] : [{ token: [] }] }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(endpoint.multipart && { consumes: ['multipart/form-data'] }),
    response: { 200: reply, '4xx': endpoint.isAuthCheck ? AuthCheckErrorResponse : ErrorResponse, '5xx': ErrorResponse },
  };
}

function createQueryValidator<S extends TSchema>(schema: S) {
  const validate = createValidator(schema, 'query', true);
  return ({ url, query }: FastifyRequest) => {
    checkEncoding(url);
    return validate(query);
  };
}

/** Of a download: its header row and its first rows. */
const PIECES_AHEAD = 2;

/**
 * Reads the beginning before anything is sent, so that what fails at once is answered as an error. What fails later destroys the connection:
 * without the end of a chunked body, a browser reports a failed download rather than saving a part of the file as if it were all.
 */
async function openDownload(pieces: AsyncIterable<string>): Promise<Readable> {
  const iterator = pieces[Symbol.asyncIterator]();
  // Excel reads a file as UTF-8 only where it begins with a byte order mark.
  let beginning = '\uFEFF';
  let isDone = false;
  for (let count = 0; count < PIECES_AHEAD && !isDone; count += 1) {
    const { value, done } = await iterator.next();
    if (done) isDone = true;
    else beginning += value;
  }
  const rest = async function* () {
    yield beginning;
    if (!isDone) yield* { [Symbol.asyncIterator]: () => iterator };
  };
  return Readable.from(rest());
}

/** Not compressed, as a PDF is; and no cache keeps it. */
function sendPdf(reply: FastifyReply, bytes: AsyncIterable<Uint8Array>): FastifyReply {
  reply.headers({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' });
  return reply.send(Readable.from(bytes, { objectMode: false }));
}

export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (context: RouteContext<E>) => Promise<ReplyOf<E>>,
): void {
  const schemas = getSchemas(endpoint);
  const validateParams = schemas.params && createValidator(schemas.params, 'params', true);
  const validateQuery = schemas.query && createQueryValidator(schemas.query);
  const validateBody = schemas.body && createValidator(schemas.body, 'body', endpoint.multipart ?? false);
  /**
   * The call's URL, rebuilt from the validated values, so that other spellings and unknown parameters have the same key. Null: the call
   * will be refused.
   */
  const getCacheKey = (request: FastifyRequest): string | null => {
    try {
      const values = [validateParams?.(request.params), validateQuery?.(request)] as Record<string, unknown>[];
      return buildEndpointUrl(endpoint, ...values);
    } catch {
      return null;
    }
  };
  app.route({
    method: endpoint.method,
    url: toRoutePath(endpoint.path),
    config: buildConfig(endpoint, getCacheKey),
    ...(schemas.bodyLimit && { bodyLimit: schemas.bodyLimit }),
    schema: buildDocumentation(endpoint, schemas),
    // validate.ts validates, so Fastify's own validation accepts everything.
    validatorCompiler: () => () => true,
    onRequest: async (request) => {
      // Before the body is read, so that an unauthorized upload costs nothing.
      request.caller = await authorize(request, endpoint);
      if (request.telemetry) request.telemetry.actor = identifyActor(request, endpoint);
    },
    handler: async (request, reply) => {
      if (endpoint.access === 'guest' && !request.caller) requireGuest(request.body);
      const form = endpoint.multipart ? await readMultipartForm(request) : null;
      const context: RouteContext<E> = {
        params: validateParams?.(request.params) as ParamsOf<E>,
        query: validateQuery?.(request) as QueryOf<E>,
        body: validateBody?.(form ? form.fields : request.body) as BodyOf<E>,
        caller: request.caller as RouteContext<E>['caller'],
        image: form?.image ?? null,
        file: endpoint.isUpload ? readUpload(request) : NO_FILE,
        request,
      };
      const answer = await handler(context);
      if (!endpoint.isDownload) return reply.send(answer);
      if (endpoint.isDownload === 'pdf') return sendPdf(reply, answer as AsyncIterable<Uint8Array>);
      return reply.type('text/csv; charset=utf-8').send(await openDownload(answer as ReplyOf<E> & AsyncIterable<string>));
    },
  });
}
