/** The OpenAPI document, drawn from the registered contract, and a page to browse it: /api/docs. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'eCommerce App',
        description: 'Every call of the shop. The token of a login goes into the Authorization header as it is, without a prefix.',
        version: '1',
      },
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The page styles its parts inline; scripts come from here alone.
    staticCSP:
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    uiConfig: { layout: 'BaseLayout', validatorUrl: null },
    theme: { title: 'eCommerce App: API' },
  });
}
