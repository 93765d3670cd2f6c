import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/documents.ts';
import type { Deps } from '../../deps.ts';
import { route } from '../../platform/http/route.ts';
import * as service from './documents/document.service.ts';
import { readInvoiceSettings, updateInvoiceSettings } from './documents/invoice-settings.service.ts';
import { readOrderTexts, updateOrderTexts } from './documents/order-texts.service.ts';
import { requireOrderLink } from './guests/guest-order.service.ts';

/** A guest's, once the signature of the link was checked. */
const BY_LINK = { hasGuestLink: true } as const;

export function documentRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  route(app, contract.readOrderDocuments, async ({ params, caller }) => ({
    success: true,
    documents: await service.listOwnDocuments(db, { userId: caller.id }, params.id),
  }));

  route(app, contract.downloadOrderDocument, async ({ params, caller }) =>
    service.renderPdf(await service.findOwnDocument(db, { userId: caller.id }, params.id, params.document)),
  );

  route(app, contract.readGuestDocuments, async ({ params, body }) => {
    await requireOrderLink(db, params.id, body.signature);
    return { success: true, documents: await service.listOwnDocuments(db, BY_LINK, params.id) };
  });

  route(app, contract.downloadGuestDocument, async ({ params, body }) => {
    await requireOrderLink(db, params.id, body.signature);
    return service.renderPdf(await service.findOwnDocument(db, BY_LINK, params.id, params.document));
  });

  route(app, contract.listDocuments, async ({ query }) => ({ success: true, ...(await service.listDocuments(db, query)) }));

  route(app, contract.exportDocuments, async ({ query }) => service.exportDocuments(deps.readFromReplica, query));

  route(app, contract.downloadAnyDocument, async ({ params }) => service.renderPdf(await service.requireDocument(db, params.id)));

  route(app, contract.createInvoice, async ({ params }) => ({ success: true, documents: await service.createInvoice(deps, params.id) }));

  route(app, contract.readInvoiceSettings, async () => ({ success: true, ...(await readInvoiceSettings(deps)) }));

  route(app, contract.updateInvoiceSettings, async ({ body }) => ({
    success: true,
    message: 'Saved',
    ...(await updateInvoiceSettings(deps, body)),
  }));

  route(app, contract.readOrderTexts, async () => ({ success: true, ...(await readOrderTexts(db)) }));

  route(app, contract.updateOrderTexts, async ({ body: { version, ...texts } }) => ({
    success: true,
    message: 'Saved',
    ...(await updateOrderTexts(deps, texts, version)),
  }));
}
