import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/audit.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import * as service from './audit.service.ts';

export function auditRoutes(app: FastifyInstance, { db, readFromReplica }: Pick<Deps, 'db' | 'readFromReplica'>): void {
  route(app, contract.listAuditEntries, async ({ query }) => ({ success: true, ...(await service.listEntries(db, query)) }));

  route(app, contract.exportAuditEntries, async ({ query }) => service.exportEntries(readFromReplica, query));
}
