/** Sends a bought file, or the part of it that a client asks for: piece by piece, so that its size costs no memory. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { listPieceNames } from '../../catalog/downloads/download.repository.ts';
import { countPieces, readPieces } from '../../catalog/downloads/piece-store.ts';
import { loadGuestSecret, readTicket } from '../lifecycle/guest-link.ts';
import { findOrderFile, OPEN_STATUSES, type OrderFile, startSending } from '../rows/order-downloads.repository.ts';

export interface ByteRange {
  start: number;
  /** The last byte. */
  end: number;
}

/** Null: all of it, as for what isn't understood or asks for several parts. `unsatisfiable`: it begins after the end. */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(?<from>\d{0,15})-(?<to>\d{0,15})$/.exec(header ?? '');
  const { from = '', to = '' } = match?.groups ?? {};
  if (!match || (from === '' && to === '')) return null;
  if (from === '') return Number(to) > 0 ? { start: Math.max(0, size - Number(to)), end: size - 1 } : 'unsatisfiable';
  const start = Number(from);
  if (start >= size) return 'unsatisfiable';
  const end = to === '' ? size - 1 : Math.min(size - 1, Number(to));
  return end < start ? null : { start, end };
}

/** By RFC 6266: a name in ASCII for old clients, and the whole one. Both stay within their quotes. */
export function toDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

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
  'accept-ranges': 'bytes',
  'x-robots-tag': 'noindex',
  'content-security-policy': "default-src 'none'; sandbox",
};

type Request = FastifyRequest<{ Params: { ticket: string } }>;

async function sendFile(deps: Pick<Deps, 'db' | 'now' | 'downloads'>, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  const file = await requireFile(deps, request.params.ticket);
  const { range: asked, 'if-range': ifRange } = request.headers;
  // Its bytes never change, and its id is nobody else's.
  const etag = `"${file.fileId}"`;
  const range = ifRange === undefined || ifRange === etag ? parseRange(asked, file.bytes) : null;
  reply.headers({ ...HEADERS, etag, 'content-disposition': toDisposition(file.name) });
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.bytes}`).send('');
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`);
  reply.header('content-length', end - start + 1);
  // A stream, because of a text its own length would be sent.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  if (start === 0 && !(await startSending(deps.db, file.id))) throw createEndedError();
  const names = await listPieceNames(deps.db, file.fileId);
  if (names.length !== countPieces(file.bytes)) throw createEndedError();
  return reply.send(Readable.from(readPieces(deps.downloads, names, start, end), { objectMode: false }));
}

/** `/downloads/<ticket>/<name>`: the name is for those who look at the URL. Not compressed: such files are, and parts of them have to be exact. */
export function registerDownloads(app: FastifyInstance, deps: Pick<Deps, 'db' | 'now' | 'downloads'>): void {
  app.get<{ Params: { ticket: string } }>('/downloads/:ticket/:name', { schema: { hide: true }, compress: false }, (request, reply) =>
    sendFile(deps, request, reply),
  );
}
