/** Where shoppers find the shop: PUBLIC_URL, or the address that this request came to. */
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';

/** Without a slash at its end. Throws `invalid` where the request names no address that could be one. */
export function getPublicOrigin(deps: Pick<Deps, 'publicUrl'>, request: FastifyRequest): string {
  const origin = deps.publicUrl ?? URL.parse(`${request.protocol}://${request.host}`)?.origin;
  if (!origin) throw new AppError('invalid', "The Host header isn't an address");
  return origin;
}
