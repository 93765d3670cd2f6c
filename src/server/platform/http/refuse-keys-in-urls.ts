/** Refuses API keys in URLs before anything else is done, because URLs end up in logs, histories and Referer headers. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { containsApiKey } from '../secrets/api-key-format.ts';

export function refuseKeysInUrls(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    if (!containsApiKey(url)) return;
    throw new AppError(
      'api_key_in_url',
      'An API key does not belong into a URL: proxies on the way may have logged it, so end it and make another. Send it as the header Authorization: Bearer <key>',
    );
  });
}
