/** Registers an endpoint of the contract: access first, then the body, then validation, then the handler. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as Type from 'typebox';
import { ErrorResponse } from '../../contract/common.ts';
import type { Access, Endpoint } from '../../contract/endpoint.ts';
import type { Caller } from '../auth/auth-session.ts';
import type { Deps } from '../deps.ts';
import { authorize } from './authorize.ts';
import { readMultipartForm } from './multipart.ts';
import { createValidator } from './validate.ts';

export interface RouteContext<P, Q, B, Level extends Access> {
  params: P;
  query: Q;
  body: B;
  /** The person behind the token; null on public calls. */
  caller: Level extends 'public' ? null : Caller;
  /** The file `image` of a multipart call. */
  image: Buffer | null;
  request: FastifyRequest;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

const AuthCheckErrorResponse = { type: 'object', required: ['ok'], properties: { ok: { const: false } } };

/** `{id}` of the contract is `:id` to Fastify. */
function toRoutePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

export function route<P extends Type.TSchema, Q extends Type.TSchema, B extends Type.TSchema, R extends Type.TSchema, Level extends Access>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: Endpoint<P, Q, B, R, Level>,
  handler: (context: RouteContext<Type.Static<P>, Type.Static<Q>, Type.Static<B>, Level>) => Promise<Type.Static<R>>,
): void {
  const params = endpoint.params && createValidator(endpoint.params, 'params', true);
  const query = endpoint.query && createValidator(endpoint.query, 'query', true);
  const body = endpoint.body && createValidator(endpoint.body, 'body', endpoint.multipart ?? false);
  const isAuthCheck = endpoint.path.endsWith('-auth');
  const isRead = endpoint.method === 'GET';
  app.route({
    method: endpoint.method,
    url: toRoutePath(endpoint.path),
    config: {
      ...(isRead && endpoint.access === 'public' && { cache: 'shared' }),
      invalidatesCache: !isRead && endpoint.access === 'admin',
    },
    ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[3] ?? ''],
      ...(endpoint.access !== 'public' && { security: [{ token: [] }] }),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      ...(endpoint.multipart && { consumes: ['multipart/form-data'] }),
      response: { 200: endpoint.reply, '4xx': isAuthCheck ? AuthCheckErrorResponse : ErrorResponse },
    },
    // Validation is ours (see validate.ts); Fastify only keeps the schemas for the document and the replies.
    validatorCompiler: () => () => true,
    onRequest: async (request) => {
      // Before the body is read: a stranger's upload isn't even looked at.
      request.caller = await authorize(deps.db, deps.now(), request, endpoint.access);
    },
    handler: async (request, reply) => {
      const form = endpoint.multipart ? await readMultipartForm(request) : null;
      const context = {
        params: params?.(request.params) as Type.Static<P>,
        query: query?.(request.query) as Type.Static<Q>,
        body: body?.(form ? form.fields : request.body) as Type.Static<B>,
        caller: request.caller as RouteContext<unknown, unknown, unknown, Level>['caller'],
        image: form?.image ?? null,
        request,
      };
      return reply.send(await handler(context));
    },
  });
}
