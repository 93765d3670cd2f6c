/**
 * The wire, said once. An endpoint is a value that both halves hold: Fastify registers from it,
 * the browser and server rendering call through it, the OpenAPI document is drawn from it.
 */
import type * as Type from 'typebox';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: anyone, anyone with a valid token, or a user whose role in the database is 1. */
export type Access = 'public' | 'user' | 'admin';

export interface Endpoint<
  Params extends Type.TSchema = Type.TSchema,
  Query extends Type.TSchema = Type.TSchema,
  Body extends Type.TSchema = Type.TSchema,
  Reply extends Type.TSchema = Type.TSchema,
  Level extends Access = Access,
> {
  readonly method: Method;
  /** With `{name}` where a parameter stands, from the root of the host. */
  readonly path: string;
  readonly access: Level;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The body travels as multipart/form-data; a field `image` of it is a file. */
  readonly multipart?: boolean;
  /** The largest accepted body in bytes; without it the server's own limit holds. */
  readonly bodyLimit?: number;
  readonly reply: Reply;
}

/** Only for inference: gives the value back as it came, with its schemas' types kept. */
export function endpoint<
  Params extends Type.TSchema = Type.TVoid,
  Query extends Type.TSchema = Type.TVoid,
  Body extends Type.TSchema = Type.TVoid,
  Reply extends Type.TSchema = Type.TSchema,
  const Level extends Access = Access,
>(it: Endpoint<Params, Query, Body, Reply, Level>): Endpoint<Params, Query, Body, Reply, Level> {
  return it;
}

export type ParamsOf<E> = E extends Endpoint<infer P, Type.TSchema, Type.TSchema, Type.TSchema> ? Type.Static<P> : never;
export type QueryOf<E> = E extends Endpoint<Type.TSchema, infer Q, Type.TSchema, Type.TSchema> ? Type.Static<Q> : never;
export type BodyOf<E> = E extends Endpoint<Type.TSchema, Type.TSchema, infer B, Type.TSchema> ? Type.Static<B> : never;
export type ReplyOf<E> = E extends Endpoint<Type.TSchema, Type.TSchema, Type.TSchema, infer R> ? Type.Static<R> : never;
