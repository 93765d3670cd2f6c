import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../../contract/product-import.ts';
import type { Deps } from '../../../../deps.ts';
import type { Caller } from '../../../../platform/http/authorize.ts';
import { getPublicOrigin } from '../../../../platform/http/public-origin.ts';
import { route } from '../../../../platform/http/route.ts';
import { acceptUploads } from '../../../../platform/http/uploads/multipart.ts';
import { exportImportSample, exportRefusedRows } from './import-file.ts';
import * as service from './product-import.service.ts';

/** In a Fastify context of its own, which accepts CSV files as bodies. */
export function productImportRoutes(app: FastifyInstance, deps: Deps): void {
  acceptUploads(app);
  const read = async (id: string, caller: Caller) => ({ success: true, ...(await service.readImport(deps, id, caller)) });

  route(app, contract.uploadProductImport, async ({ query, caller, file }) =>
    read(await service.uploadImport(deps, { ...query, caller }, file), caller),
  );

  route(app, contract.listProductImports, async ({ caller }) => ({ success: true, imports: await service.listImports(deps, caller) }));

  route(app, contract.readProductImport, async ({ params, query, caller }) => ({
    success: true,
    ...(await service.readImport(deps, params.id, caller, query)),
  }));

  route(app, contract.updateProductImport, async ({ params, body, caller }) => {
    await service.updateImport(deps, params.id, caller, body);
    return read(params.id, caller);
  });

  route(app, contract.startProductImport, async ({ params, caller }) => {
    await service.startImport(deps, params.id, caller);
    return read(params.id, caller);
  });

  route(app, contract.cancelProductImport, async ({ params, caller }) => {
    await service.cancelImport(deps, params.id, caller);
    return read(params.id, caller);
  });

  route(app, contract.exportRefusedRows, async ({ params, caller }) => {
    const row = await service.requireImport(deps, params.id, caller);
    service.requireGuardedLogin(deps, row, caller);
    if (!row.hasFile) throw service.createClosedError('The file has been deleted, so its refused rows are no longer available');
    return exportRefusedRows(deps.db, row);
  });

  route(app, contract.exportImportSample, async ({ request }) => exportImportSample(deps.db, getPublicOrigin(deps, request)));
}
