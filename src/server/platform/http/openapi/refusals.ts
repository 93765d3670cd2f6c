/**
 * Lists every error that a call can answer: those that the endpoint declares (`refusals`), and those that follow from its access, schemas
 * and size limits.
 */
import type { Endpoint, EndpointSchemas } from '../../../../contract/endpoint.ts';
import type { ErrorCode } from '../../../../contract/errors.ts';

/** Errors of every call: overload, database unavailable, internal error, API key in the URL. */
const OF_ALL: readonly ErrorCode[] = ['api_key_in_url', 'url_too_long', 'too_many_requests', 'internal_error', 'unavailable'];

function listAccessRefusals({ access, scopes, recentLogin }: Endpoint): ErrorCode[] {
  if (access === 'public') return [];
  const codes: ErrorCode[] = ['unauthorized', scopes?.length ? 'scope_missing' : 'api_key_not_allowed'];
  if (recentLogin) codes.push('reauthentication_required', 'reauthentication_by_code_required');
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
