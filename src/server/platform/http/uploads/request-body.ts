/**
 * Limits of a body, checked before anything parses it. A compressed body of 8 kB can unpack to megabytes, and a megabyte of JSON can
 * contain half a million values, which take half a second to parse, during which nobody else is served. So compressed bodies are refused,
 * and values are counted in the text, which takes a few milliseconds.
 */
import type { FastifyInstance } from 'fastify';
import type { Issue } from '../../../../contract/errors.ts';
import { KILOBYTE, MEGABYTE } from '../../../../contract/values.ts';
import { AppError } from '../../errors.ts';

/** In bytes. Enough for every call except uploads and very full carts, whose endpoints set their own limit. */
export const BODY_LIMIT = 100 * KILOBYTE;
/** No endpoint nests deeper than five levels. */
const MAX_DEPTH = 20;
/** A cart of 700 pieces with all their fields; a larger one fits by id and count. */
const MAX_VALUES = 10_000;
/** A product of 2,048 variants of five options with all their fields, which takes 20 ms to parse. Only the team sends one. */
export const PRODUCT_MAX_VALUES = 60_000;

const createTooMany = (limit: number): Issue => ({ path: '', code: 'too_many', message: `must not hold more than ${limit} values`, limit });
const TOO_DEEP: Issue = { path: '', code: 'nested_too_deeply', message: 'is nested too deeply' };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The index of the quote that ends the string, or the text's end. */
function findStringEnd(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTE) break;
    index += unit === BACKSLASH ? 2 : 1;
  }
  return index;
}

/** Why the JSON isn't parsed; null if it is small enough, valid or not. Each comma, `[` and `{` outside of strings counts as a value. */
export function findExcess(json: string, maxValues = MAX_VALUES): Issue | null {
  let [values, depth] = [1, 0];
  for (let index = 0; index < json.length; index += 1) {
    switch (json.charCodeAt(index)) {
      case QUOTE:
        index = findStringEnd(json, index);
        break;
      case 0x5b: // [
      case 0x7b: // {
        values += 1;
        depth += 1;
        if (depth > MAX_DEPTH) return TOO_DEEP;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      case 0x2c: // ,
        values += 1;
    }
    if (values > maxValues) return createTooMany(maxValues);
  }
  return null;
}

export function registerRequestBodies(app: FastifyInstance): void {
  // Before the body is read.
  app.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding'];
    if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
    throw new AppError('unsupported_media_type', "Send this call without a content-encoding: compressed bodies aren't accepted");
  });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const json = body.toString();
    const isOfProduct = (request.routeOptions.bodyLimit ?? 0) > MEGABYTE;
    const issue = findExcess(json, isOfProduct ? PRODUCT_MAX_VALUES : MAX_VALUES);
    if (issue) done(new AppError('invalid_request', `The body ${issue.message}`, { issues: [issue] }), undefined);
    else parseJson(request, json, done);
  });
  // Browsers send text/plain across origins without a preflight request; no endpoint of ours takes it.
  app.removeContentTypeParser('text/plain');
}
