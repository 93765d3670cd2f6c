/** `/files/<id>/<name>`: what a field of the type file names, for whoever knows the address. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findFileKind } from '../../../contract/custom-fields.ts';
import { isUuid } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import { sendNotFound } from '../../platform/http/errors.ts';
import { beginPart, sendPart, toDisposition } from '../../platform/http/send-pieces.ts';
import { findFile } from './field-file.repository.ts';

type Request = FastifyRequest<{ Params: { id: string } }>;

/** No script of it runs as the shop's: only kinds that have none are opened in the browser, as the type that they are said to be. */
async function sendFieldFile({ db, downloads }: Pick<Deps, 'db' | 'downloads'>, request: Request, reply: FastifyReply) {
  const id = request.params.id.toLowerCase();
  const file = isUuid(id) ? await findFile(db, id) : null;
  if (!file) return sendNotFound(reply);
  const { type, isInline } = findFileKind(file.name) ?? { type: 'application/octet-stream', isInline: false };
  reply.headers({
    'content-type': type,
    'content-disposition': toDisposition(file.name, isInline),
    'cache-control': 'public, max-age=86400',
  });
  const range = beginPart(request, reply, file);
  return range ? sendPart(reply, downloads, file.pieces, range) : reply;
}

/** Not compressed: most such files are, and parts of them have to be exact. */
export function registerFieldFiles(app: FastifyInstance, deps: Pick<Deps, 'db' | 'downloads'>): void {
  app.get<{ Params: { id: string } }>('/files/:id/:name', { schema: { hide: true }, compress: false }, (request, reply) =>
    sendFieldFile(deps, request, reply),
  );
}
