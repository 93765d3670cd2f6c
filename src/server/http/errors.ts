/** One handler for whatever is thrown: refusals are told, anything else becomes a 500 with an id that the log has too. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../database/pg-errors.ts';
import { AppError, createBusyError, getErrorChain } from '../errors.ts';
import { acceptsHtml, sendErrorPage } from './error-page.ts';

const AUTH_CHECK_PATHS = new Set(['/api/v1/auth/user-auth', '/api/v1/auth/admin-auth']);

/** Messages for the refusals that Fastify and its plugins make before a handler runs. */
const FRAMEWORK_ERRORS: Record<string, [status: number, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The request is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Send this call as application/json'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The body is empty'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, "The body isn't valid JSON"],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, "The body isn't as long as was said"],
  FST_ERR_BAD_URL: [400, "The address isn't encoded correctly"],
  FST_ERR_MAX_PARAM_LENGTH: [414, 'The address is too long'],
  FST_STATIC_FORBIDDEN_PATH: [404, 'There is nothing at this address'],
  FST_REQ_FILE_TOO_LARGE: [413, 'The picture is larger than 5 MB'],
  FST_FILES_LIMIT: [400, 'Send one picture'],
  FST_FIELDS_LIMIT: [400, 'The form has too many fields'],
  FST_PARTS_LIMIT: [400, 'The form has too many parts'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [415, 'Send this call as multipart/form-data'],
  FST_INVALID_JSON_FIELD_ERROR: [400, "The form has a field that isn't allowed"],
  FST_PROTO_VIOLATION: [400, "The form has a field that isn't allowed"],
};

function toErrorResponse(error: FastifyError | Error): AppError | { status: number; message: string } | null {
  if (error instanceof AppError) return error;
  const codes = getErrorChain(error).flatMap((it) => ('code' in it && typeof it.code === 'string' ? [it.code] : []));
  for (const code of codes) {
    const known = FRAMEWORK_ERRORS[code];
    if (known) return { status: known[0], message: known[1] };
  }
  if (codes.includes('ENOSPC') || codes.includes('EDQUOT')) return new AppError('no_space', 'The server has no room left for this');
  if (isUnavailable(error)) return createBusyError();
  // What is left of the framework's own 4xx: a body that was cut off, a header gone wrong.
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status && status >= 400 && status < 500) return { status, message: 'The request could not be read' };
  return null;
}

export function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const errorResponse = toErrorResponse(error);
  if (!errorResponse) {
    request.log.error({ err: error }, 'unexpected error');
    reply.code(500);
    if (acceptsHtml(request)) return sendErrorPage(reply, 500, `If it stays, tell us this number: ${request.id}`);
    return reply.send({ success: false, message: `Something went wrong on our side. If it stays, tell us this number: ${request.id}` });
  }
  reply.code(errorResponse.status);
  if (errorResponse.status >= 500) request.log.error({ err: error }, errorResponse.message);
  const path = request.url.split('?')[0] ?? '';
  if (AUTH_CHECK_PATHS.has(path) && (errorResponse.status === 401 || errorResponse.status === 403)) return reply.send({ ok: false });
  if (errorResponse instanceof AppError && errorResponse.retryAfter !== undefined)
    reply.header('retry-after', String(Math.ceil(errorResponse.retryAfter)));
  if (acceptsHtml(request)) return sendErrorPage(reply, errorResponse.status, `${errorResponse.message}.`);
  if (!(errorResponse instanceof AppError)) return reply.send({ success: false, message: errorResponse.message });
  return reply.send({ success: false, message: errorResponse.message, ...(errorResponse.issues && { issues: errorResponse.issues }) });
}

export function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ success: false, message: 'There is nothing at this address' });
}

export function registerErrorHandlers(app: FastifyInstance): void {
  // Anything can be thrown; what is no Error becomes one, so that it has a stack and a place in the log.
  app.setErrorHandler<unknown>((error, request, reply) =>
    sendError(error instanceof Error ? error : new Error('something that is no error was thrown', { cause: error }), request, reply),
  );
  app.setNotFoundHandler((_request, reply) => sendNotFound(reply));
}
