/** Serializes responses with code generated from their schema: once per schema, because most routes share the schemas of errors. */
import buildSerializer from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';

const serializers = new WeakMap<object, (body: unknown) => string>();

export function registerSerializer(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema }) => {
    const made = serializers.get(schema as object) ?? buildSerializer(schema as Parameters<typeof buildSerializer>[0]);
    serializers.set(schema as object, made);
    return made;
  });
}
