/** The OpenAPI document: complete, and what a linter of the public accepts. */
import { BaseResolver, createConfig, lintDocument, Source } from '@redocly/openapi-core';
import { Check } from 'typebox/value';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { ERROR_CODES } from '../../../../contract/errors.ts';
import { HTTP_STATUS } from '../../errors.ts';
import { endpoints, getSchemas } from '../route.ts';
import { listRefusals } from './openapi.ts';

interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { example?: unknown }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, { content: Record<string, { examples?: Record<string, { value: { code: string } }> }> }> };
}

const shop = await openShop();

const readDocument = async () => (await shop.send({ url: '/api/docs/json' })).body as unknown as Document;

test('[OPENAPI-1] the document passes the recommended rules of a public linter, without an error or a warning', async () => {
  const document = await readDocument();
  const source = new Source('/openapi.json', JSON.stringify(document));
  const config = await createConfig({ extends: ['recommended'] });
  const lint = async (parsed: object) => lintDocument({ document: { source, parsed }, externalRefResolver: new BaseResolver(), config });
  const problems = await lint(document);
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
  // It does find something where there is something, also in a document of one path.
  const paths = Object.fromEntries(Object.entries(document.paths).slice(0, 1));
  expect((await lint({ ...document, paths, servers: [] })).map(({ ruleId }) => ruleId)).toContain('no-empty-servers');
});

test('[DOC-1] [OPENAPI-2] every call of the contract is in the document, with an id, examples, and its errors by status and code', async () => {
  const { paths, openapi, components } = await readDocument();
  expect(openapi).toBe('3.1.0');
  const ids = new Set<string>();
  for (const endpoint of endpoints) {
    const name = `${endpoint.method} ${endpoint.path}`;
    const schemas = getSchemas(endpoint);
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    expect(operation, name).toMatchObject({ summary: schemas.summary, operationId: expect.stringMatching(/^[a-z]\w+$/) });
    ids.add(String(operation?.operationId));
    const [reply] = Object.values(operation?.responses[200]?.content ?? {});
    expect(reply?.example, name).toBeDefined();
    if (!endpoint.isDownload) expect(Check(schemas.reply, reply?.example), name).toBe(true);
    const [body] = Object.values(operation?.requestBody?.content ?? {});
    if (schemas.body) expect(Check(schemas.body, body?.example), `${name}: ${JSON.stringify(body?.example)}`).toBe(true);
    const declared = Object.entries(operation?.responses ?? {}).flatMap(([status, { $ref = '' }]) => {
      const content = components.responses[$ref.split('/').at(-1) ?? '']?.content['application/json'];
      return Object.keys(content?.examples ?? {}).map((code) => `${status} ${code}`);
    });
    const expected = listRefusals(endpoint, schemas).map((code) => `${HTTP_STATUS[code]} ${code}`);
    const isShown = (it: string) => !endpoint.isAuthCheck || !/^40[13]/.test(it);
    expect(declared.sort(), name).toEqual(expected.filter(isShown).sort());
  }
  expect(ids.size).toBe(endpoints.length);
});

test('[OPENAPI-2] each error code belongs to a call', () => {
  const used = new Set(endpoints.flatMap((it) => listRefusals(it, getSchemas(it))));
  expect(ERROR_CODES.filter((code) => !used.has(code))).toEqual([]);
});

test('[DOC-1] the document can be browsed, and its page allows no foreign script', async () => {
  const { status, headers, body } = await shop.send({ url: '/api/docs' });
  expect(status).toBe(200);
  expect(String(body.text)).toContain('swagger-ui');
  expect(headers['content-security-policy']).toContain("default-src 'self'");
  expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
});

test('[API-17] the document says how many decimals an amount of money has', async () => {
  const { body } = await shop.send({ url: '/api/docs/json' });
  const { paths } = body as { paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: unknown }> } }>> };
  const findBody = (path: string, method: string) => JSON.stringify(paths[path]?.[method]?.requestBody);
  const amount = `"type":"number","description":"In the shop's currency, with two decimals at most"`;
  expect(findBody('/api/v1/product/create-product', 'post')).toContain(`"price":{${amount}`);
  expect(findBody('/api/v1/product/update-product/{id}', 'put')).toContain(amount);
  expect(findBody('/api/v1/order/admin/orders/{id}/refund', 'post')).toContain(`"amount":{${amount}`);
});
