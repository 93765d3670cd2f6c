import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../../contract/product-import.ts';
import type { Deps } from '../../../../deps.ts';
import { getPublicOrigin } from '../../../../platform/http/public-origin.ts';
import { route } from '../../../../platform/http/route.ts';
import { acceptUploads } from '../../../../platform/http/uploads/multipart.ts';
import { exportImportSample, exportRefusedRows } from './import-file.ts';
import * as service from './product-import.service.ts';
import { uploadImport } from './product-import.service.ts';

/** In a Fastify context of its own, which accepts CSV files as bodies. */
export function productImportRoutes(app: FastifyInstance, deps: Deps): void {
  acceptUploads(app);
  const read = async (id: string) => ({ success: true, ...(await service.readImport(deps, id)) });

  route(app, contract.uploadProductImport, async ({ query, caller, file }) =>
    read(await uploadImport(deps, { fileName: query.fileName, by: caller.name }, file)),
  );

  route(app, contract.listProductImports, async () => ({ success: true, imports: await service.listImports(deps) }));

  route(app, contract.readProductImport, async ({ params, query }) => ({
    success: true,
    ...(await service.readImport(deps, params.id, query)),
  }));

  route(app, contract.updateProductImport, async ({ params, body }) => {
    await service.updateImport(deps, params.id, body);
    return read(params.id);
  });

  route(app, contract.startProductImport, async ({ params, caller }) => {
    await service.startImport(deps, params.id, caller);
    return read(params.id);
  });

  route(app, contract.cancelProductImport, async ({ params }) => {
    await service.cancelImport(deps, params.id);
    return read(params.id);
  });

  route(app, contract.exportRefusedRows, async ({ params }) => {
    const row = await service.requireImport(deps, params.id);
    if (!row.hasFile) throw service.createClosedError('The file has been deleted, so its refused rows are no longer available');
    return exportRefusedRows(deps.db, row);
  });

  route(app, contract.exportImportSample, async ({ request }) => exportImportSample(deps.db, getPublicOrigin(deps, request)));
}
