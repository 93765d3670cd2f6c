import { expect, test } from 'vitest';
import { openShop } from '../../../tests/support/harness.ts';
import { endpoints, getSchemas } from './endpoints.ts';

const shop = await openShop();

test('[DOC-1] every call of the contract stands in the OpenAPI document, with what it takes and gives', async () => {
  const { body } = await shop.send({ url: '/api/docs/json' });
  const { paths, openapi } = body as {
    openapi: string;
    paths: Record<string, Record<string, { summary?: string; responses: Record<string, unknown> }>>;
  };
  expect(openapi).toBe('3.1.0');
  for (const endpoint of endpoints) {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    expect(operation, `${endpoint.method} ${endpoint.path}`).toMatchObject({
      summary: getSchemas(endpoint).summary,
      responses: { 200: expect.anything(), '4XX': expect.anything(), '5XX': expect.anything() },
    });
  }
});

test('[DOC-1] the document can be browsed, and its page lets in no foreign script', async () => {
  const { status, headers, body } = await shop.send({ url: '/api/docs' });
  expect(status).toBe(200);
  expect(String(body.text)).toContain('swagger-ui');
  expect(headers['content-security-policy']).toContain("default-src 'self'");
  expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
});

test('[API-17] it says how many decimals a sum of money has', async () => {
  const { body } = await shop.send({ url: '/api/docs/json' });
  const { paths } = body as { paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: unknown }> } }>> };
  const findBody = (path: string, method: string) => JSON.stringify(paths[path]?.[method]?.requestBody);
  const amount = '"type":"number","description":"US dollars, with two decimals at most"';
  expect(findBody('/api/v1/product/create-product', 'post')).toContain(`"price":{${amount}`);
  expect(findBody('/api/v1/product/update-product/{id}', 'put')).toContain(amount);
  expect(findBody('/api/v1/order/admin/orders/{id}/refund', 'post')).toContain(`"amount":{${amount}`);
});
