import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

export function orderRoutes(_app: FastifyInstance, _deps: Deps): void {}
