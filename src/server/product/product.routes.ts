import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

export function productRoutes(_app: FastifyInstance, _deps: Deps): void {}
