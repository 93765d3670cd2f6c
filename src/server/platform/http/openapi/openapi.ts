/** The API's documentation at /api/docs, generated from the contract (OpenAPI, Swagger UI). */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { buildOpenApiDocument } from './document.ts';

export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  // The plugin's types of a document come from a package that it doesn't install; instead a linter checks the document (openapi.test.ts).
  await app.register(swagger, { mode: 'static', specification: { document: buildOpenApiDocument() as never } });
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
