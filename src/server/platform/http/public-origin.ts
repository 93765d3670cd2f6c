/** The origin under which customers reach the shop: PUBLIC_URL, or where that isn't set the host of the request. */
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { AppError } from '../errors.ts';

/** Without a slash at its end. Throws `invalid_request` where the Host header is no valid host. */
export function getPublicOrigin(deps: Pick<Deps, 'publicUrl'>, request: FastifyRequest): string {
  // X-Forwarded-Proto may hold anything.
  const protocol = request.protocol === 'https' ? 'https' : 'http';
  const origin = deps.publicUrl ?? URL.parse(`${protocol}://${request.host}`)?.origin;
  if (!origin) throw new AppError('invalid_request', "The Host header isn't an address");
  return origin;
}
