import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { BulkEdit } from '../../../../contract/bulk-edit.ts';
import * as contract from '../../../../contract/bulk-edit.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import { createBulkEdit, createUndo, listBulkEdits, previewBulkEdit, readBulkEdit } from './bulk-edit.service.ts';
import { runBulkEdit } from './run-bulk-edit.ts';

export function bulkEditRoutes(app: FastifyInstance, deps: Deps): void {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    stopping.abort();
    await Promise.all(running);
  });

  /** Not awaited: the edit continues after the caller has left, and is in the list of recent edits. */
  const begin = (edit: BulkEdit): BulkEdit => {
    const run = runBulkEdit(deps, edit._id, stopping.signal)
      .catch((err: unknown) => app.log.error({ err, edit: edit._id }, 'a bulk edit was interrupted; a job goes on with it'))
      .finally(() => running.delete(run));
    running.add(run);
    return edit;
  };

  route(app, contract.previewBulkEdit, async ({ body: { change, ...selection } }) => previewBulkEdit(deps, selection, change));

  route(app, contract.startBulkEdit, async ({ body, caller }) => ({
    success: true,
    edit: begin(await createBulkEdit(deps, caller.name, body)),
  }));

  route(app, contract.listBulkEdits, async () => ({ success: true, edits: await listBulkEdits(deps) }));

  route(app, contract.readBulkEdit, async ({ params }) => ({ success: true, ...(await readBulkEdit(deps, params.id)) }));

  route(app, contract.undoBulkEdit, async ({ params, caller }) => ({
    success: true,
    edit: begin(await createUndo(deps, caller.name, params.id, randomUUID())),
  }));
}
