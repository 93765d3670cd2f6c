/** The API's documentation at /api/docs (Swagger UI). Its OpenAPI document is generated from the contract alone. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from '../../../../contract/endpoint.ts';
import { AuthCheckErrorResponse, type ErrorCode, ErrorResponse } from '../../../../contract/errors.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../../contract/settings.ts';
import { isRecord } from '../../../../contract/values.ts';
import { HTTP_STATUS } from '../../errors.ts';
import { endpoints, getOperationId, getSchemas } from '../route.ts';
import { UPLOAD_TYPE } from '../uploads/multipart.ts';
import { buildExample } from './example.ts';

/**
 * Lists every error that a call can answer: those that the endpoint declares (`refusals`), and those that follow from its access, schemas
 * and size limits.
 */

/** Errors of every call: overload, database unavailable, internal error, API key in the URL. */
const OF_ALL: readonly ErrorCode[] = ['api_key_in_url', 'url_too_long', 'too_many_requests', 'internal_error', 'unavailable'];

function listAccessRefusals({ access, scopes, recentLogin }: Endpoint): ErrorCode[] {
  // Of those that need no login only some are answered while the shop is closed.
  if (access === 'public') return ['shop_closed'];
  const codes: ErrorCode[] = ['unauthorized', scopes?.length ? 'scope_missing' : 'api_key_not_allowed'];
  if (recentLogin) codes.push('reauthentication_required', 'reauthentication_by_code_required');
  if (access === 'guest') codes.push('shop_closed');
  if (access === 'guest' || access === 'user') return codes;
  codes.push('forbidden', 'second_factor_setup_required');
  // No team member has a lower role than read-only.
  if (access !== 'read-only') codes.push('role_too_low');
  return codes;
}

const hasProperty = (schema: object | undefined, name: string): boolean =>
  schema !== undefined && 'properties' in schema && Object.hasOwn(schema.properties as object, name);

function listInputRefusals({ method, multipart }: Endpoint, { params, query, body }: EndpointSchemas): ErrorCode[] {
  const codes: ErrorCode[] = [];
  if (params || query || body || multipart) codes.push('invalid_request');
  // A malformed id in the path is answered like an unknown one.
  if (params) codes.push('not_found');
  // The body of a GET is never read; that of other methods always is, even if the endpoint has none.
  if (method !== 'GET') codes.push('invalid_request', 'request_too_large', 'unsupported_media_type');
  if (multipart) codes.push('image_too_large');
  if (hasProperty(body, 'version')) codes.push('version_conflict');
  return codes;
}

export function listRefusals(endpoint: Endpoint, schemas: EndpointSchemas): ErrorCode[] {
  const codes = [...OF_ALL, ...listAccessRefusals(endpoint), ...listInputRefusals(endpoint, schemas), ...(schemas.refusals ?? [])];
  return [...new Set(codes)];
}

const BINARY = { schema: { type: 'string', format: 'binary' } };
const CSV_FILE = { schema: { type: 'string' }, example: 'Name\r\nWool jacket\r\n' };
const ERROR_REF = { $ref: '#/components/schemas/ErrorResponse' };
const AUTH_CHECK_REF = { $ref: '#/components/schemas/AuthCheckErrorResponse' };

const TAGS: Record<string, string> = {
  account: 'The sessions, addresses and email of the account that is logged in.',
  'api-keys': 'API keys of other programs; owners alone manage them.',
  auth: 'Registering, logging in, passwords, and the customers as the team sees them.',
  cart: 'What a cart costs.',
  category: 'Categories of products.',
  discount: 'Discount codes.',
  order: 'Orders of a customer, of guests, and all of them for the team.',
  payment: 'What payment providers report.',
  pricing: 'Shipping and tax.',
  product: 'Products: lists, search, single ones, and the checkout.',
  shop: 'Settings, texts, statistics and emails of the shop.',
  team: 'Who works here.',
  webhooks: 'Where other programs are told of events, and what became of each delivery.',
};

const getTag = ({ path }: Endpoint): string => path.split('/')[3] ?? '';

/** TypeBox writes tuples in the syntax of JSON Schema before 2020-12; OpenAPI 3.1 uses the newer one. */
const toCurrentTuple = (_key: string, value: unknown): unknown => {
  if (!isRecord(value) || value.type !== 'array' || !Array.isArray(value.items)) return value;
  const { items, additionalItems: _none, ...rest } = value;
  return { ...rest, prefixItems: items, items: false };
};

const toJson = (schema: TSchema): object => JSON.parse(JSON.stringify(schema), toCurrentTuple);

function describe({ access, scopes }: Endpoint, summary: string): string {
  const role = access === 'public' || access === 'guest' || access === 'user' ? null : access;
  if (!role) return summary;
  const keys = scopes?.length ? `or an API key with the scope ${scopes.join(' or ')}` : 'and a login: no API key may';
  return `${summary}\n\nTakes the role ${role} at least, ${keys}.`;
}

function buildSecurity({ access, scopes }: Endpoint): object[] {
  if (access === 'public') return [];
  if (access === 'guest') return [{ token: [] }, {}];
  return scopes?.length ? [{ token: [] }, { apiKey: scopes }] : [{ token: [] }];
}

function buildParameters(where: 'path' | 'query', schema: TSchema | undefined): object[] {
  if (!schema || !Type.IsObject(schema)) return [];
  return Object.entries(schema.properties).map(([name, inner]) => ({
    name,
    in: where,
    required: where === 'path' || !Type.IsOptional(inner),
    schema: toJson(inner),
    example: buildExample(inner, true, name),
  }));
}

/** The file of a multipart call isn't part of its schema, because it is read separately from the fields. */
function buildRequestBody({ multipart, isUpload, method }: Endpoint, { body }: EndpointSchemas): object {
  if (isUpload === 'bytes') return { requestBody: { required: true, content: { 'application/octet-stream': BINARY } } };
  if (isUpload) return { requestBody: { required: true, content: { [UPLOAD_TYPE]: CSV_FILE } } };
  if (!multipart) return body ? { requestBody: { required: true, content: { 'application/json': buildContent(body, true) } } } : {};
  const fields = body ? buildContent(body, true) : { schema: { type: 'object', properties: {} }, example: {} };
  const schema = fields.schema as { properties?: object };
  const image = { type: 'string', format: 'binary', description: 'A JPEG, PNG, WebP, AVIF or GIF image' };
  const withImage = { ...schema, properties: { ...schema.properties, image } };
  return {
    requestBody: { required: method === 'POST', content: { 'multipart/form-data': { ...fields, schema: withImage } } },
  };
}

const buildContent = (schema: TSchema, isSent: boolean) => ({ schema: toJson(schema), example: buildExample(schema, isSent) });

function buildSuccess({ isDownload }: Endpoint, { reply }: EndpointSchemas): object {
  if (!isDownload) return { description: 'Success', content: { 'application/json': buildContent(reply, false) } };
  if (isDownload === 'pdf') return { description: 'A PDF file', content: { 'application/pdf': { ...BINARY, example: '%PDF-1.7' } } };
  return {
    description: 'A CSV file, in UTF-8 with a byte order mark',
    content: { 'text/csv': CSV_FILE },
  };
}

function buildError(status: number, codes: ErrorCode[], isAuthCheck: boolean): object {
  const description = codes.join(', ');
  if (isAuthCheck && (status === 401 || status === 403))
    return { description, content: { 'application/json': { schema: AUTH_CHECK_REF, example: { ok: false } } } };
  const schema = { allOf: [ERROR_REF, { type: 'object', properties: { code: { enum: codes } } }] };
  const message = 'What went wrong, and what to do next, in words for people';
  const examples = Object.fromEntries(codes.map((code) => [code, { value: { success: false, message, code } }]));
  return { description, content: { 'application/json': { schema, examples } } };
}

type Responses = Record<string, object>;

/** `shared`: responses that many calls have in common, which the document contains only once. */
function buildResponses(endpoint: Endpoint, schemas: EndpointSchemas, shared: Responses): object {
  const byStatus = Object.groupBy(listRefusals(endpoint, schemas), (code) => HTTP_STATUS[code]);
  const errors = Object.entries(byStatus).map(([status, codes = []]) => {
    const isAuthCheck = endpoint.isAuthCheck ?? false;
    const name = [isAuthCheck ? 'auth-check' : 'error', status, ...codes].join('.');
    shared[name] ??= buildError(Number(status), codes, isAuthCheck);
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  return { 200: buildSuccess(endpoint, schemas), ...Object.fromEntries(errors) };
}

function buildOperation(endpoint: Endpoint, shared: Responses): object {
  const schemas = getSchemas(endpoint);
  const parameters = [...buildParameters('path', schemas.params), ...buildParameters('query', schemas.query)];
  return {
    operationId: getOperationId(endpoint),
    summary: schemas.summary,
    description: describe(endpoint, schemas.summary),
    tags: [getTag(endpoint)],
    security: buildSecurity(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...buildRequestBody(endpoint, schemas),
    responses: buildResponses(endpoint, schemas, shared),
  };
}

export function buildOpenApiDocument() {
  const paths: Record<string, Record<string, object>> = {};
  const responses: Responses = {};
  for (const endpoint of endpoints) {
    const operations = paths[endpoint.path] ?? {};
    operations[endpoint.method.toLowerCase()] = buildOperation(endpoint, responses);
    paths[endpoint.path] = operations;
  }
  const tags = [...new Set(endpoints.map(getTag))].sort().map((name) => ({ name, description: TAGS[name] ?? name }));
  return {
    openapi: '3.1.0',
    info: {
      // Replaced by the shop's name (openapi.ts).
      title: DEFAULT_SHOP_DETAILS.name,
      description:
        'All endpoints of the shop. The token of a login goes into the Authorization header as it is, without a prefix; an API key as Bearer. A refused call has a `code` that programs decide by.',
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This shop' }],
    tags,
    paths,
    components: {
      responses,
      schemas: { ErrorResponse: toJson(ErrorResponse), AuthCheckErrorResponse: toJson(AuthCheckErrorResponse) },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The token of a login, without a prefix.' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key. The scopes named open the call: one of them is enough.' },
      },
    },
  };
}

/** Of the contract alone, so a process builds it once, however many apps it opens. */
let document: ReturnType<typeof buildOpenApiDocument> | undefined;

export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  document ??= buildOpenApiDocument();
  // The plugin's types of a document come from a package that it doesn't install; instead a linter checks the document (openapi.test.ts).
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Swagger UI uses inline styles; its scripts are files of this server.
    staticCSP:
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    uiConfig: { layout: 'BaseLayout', validatorUrl: null },
    theme: { title: 'API' },
    uiHooks: { onRequest: async () => app.shopName?.refresh() },
    transformSpecification: (document) => {
      const name = app.shopName?.current;
      return name === undefined ? document : { ...document, info: { ...document.info, title: name } };
    },
    transformSpecificationClone: false,
  });
}
