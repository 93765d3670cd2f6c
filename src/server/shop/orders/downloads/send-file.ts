/** Sends a bought file, or the part of it that a client asks for: piece by piece, so that its size costs no memory. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { beginPart, sendPart, toDisposition } from '../../../platform/http/send-pieces.ts';
import { countPieces } from '../../../platform/storage/piece-store.ts';
import { listPieceNames } from '../../catalog/downloads/download.repository.ts';
import { loadGuestSecret, readTicket } from '../lifecycle/guest-link.ts';
import { findOrderFile, OPEN_STATUSES, type OrderFile, startSending } from '../rows/order-downloads.repository.ts';

const createEndedError = () =>
  new AppError('download_ended', 'This download has ended. Go back to your order or your email, and start it there again.');

/** Throws `not_found` and `download_ended`. */
async function requireFile({ db, now }: Pick<Deps, 'db' | 'now'>, ticket: string): Promise<OrderFile> {
  const id = readTicket(await loadGuestSecret(db), ticket, now());
  const file = id === null ? null : await findOrderFile(db, id);
  if (!file || file.isDeleted || !OPEN_STATUSES.some((it) => it === file.status)) throw createEndedError();
  return file;
}

/** No page of another site learns of it, nothing keeps it, and no browser opens it as a page of the shop. */
const HEADERS = {
  'content-type': 'application/octet-stream',
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'content-security-policy': "default-src 'none'; sandbox",
};

type Request = FastifyRequest<{ Params: { ticket: string } }>;

async function sendFile(deps: Pick<Deps, 'db' | 'now' | 'downloads'>, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  const file = await requireFile(deps, request.params.ticket);
  reply.headers({ ...HEADERS, 'content-disposition': toDisposition(file.name) });
  const range = beginPart(request, reply, { id: file.fileId, bytes: file.bytes });
  if (!range) return reply;
  if (range.start === 0 && !(await startSending(deps.db, file.id))) throw createEndedError();
  const names = await listPieceNames(deps.db, file.fileId);
  if (names.length !== countPieces(file.bytes)) throw createEndedError();
  return sendPart(reply, deps.downloads, names, range);
}

/** `/downloads/<ticket>/<name>`: the name is for those who look at the URL. Not compressed: such files are, and parts of them have to be exact. */
export function registerDownloads(app: FastifyInstance, deps: Pick<Deps, 'db' | 'now' | 'downloads'>): void {
  app.get<{ Params: { ticket: string } }>('/downloads/:ticket/:name', { schema: { hide: true }, compress: false }, (request, reply) =>
    sendFile(deps, request, reply),
  );
}
