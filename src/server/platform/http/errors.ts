/**
 * One handler for all errors: an AppError determines its own response, anything else gives a 500 with a request id by which it is found in
 * the log.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode, ErrorResponse } from '../../../contract/errors.ts';
import { isUnavailable } from '../database/pg-errors.ts';
import { AppError, createBusyError, getErrorChain } from '../errors.ts';
import { acceptsHtml, sendErrorPage } from './pages/error-page.ts';

const NOT_FOUND_MESSAGE = 'There is nothing at this URL';

/** The responses to errors of Fastify, its plugins and the operating system, by their codes. */
const FRAMEWORK_ERRORS: Record<string, [code: ErrorCode, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['request_too_large', 'The request is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send this call as application/json'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_request', 'The body is empty'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_request', "The body isn't valid JSON"],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_request', "The body isn't as long as was said"],
  FST_ERR_BAD_URL: ['invalid_request', "The address isn't encoded correctly"],
  FST_ERR_MAX_PARAM_LENGTH: ['url_too_long', 'The address is too long'],
  FST_STATIC_FORBIDDEN_PATH: ['not_found', NOT_FOUND_MESSAGE],
  FST_REQ_FILE_TOO_LARGE: ['image_too_large', 'The image is larger than 5 MB'],
  FST_FILES_LIMIT: ['invalid_request', 'Send one image'],
  FST_FIELDS_LIMIT: ['invalid_request', 'The form has too many fields'],
  FST_PARTS_LIMIT: ['invalid_request', 'The form has too many parts'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported_media_type', 'Send this call as multipart/form-data'],
  FST_INVALID_JSON_FIELD_ERROR: ['invalid_request', "The form has a field that isn't allowed"],
  FST_PROTO_VIOLATION: ['invalid_request', "The form has a field that isn't allowed"],
  ENOSPC: ['insufficient_storage', "The server's disk is full"],
  EDQUOT: ['insufficient_storage', "The server's disk is full"],
  // PostgreSQL's disk is full.
  53100: ['insufficient_storage', "The server's disk is full"],
};

/** Node's codes for a connection that was closed in the middle. */
const CUT_OFF = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED']);

/** Null for an unexpected error. */
function toAppError(error: FastifyError | Error): AppError | null {
  if (error instanceof AppError) return error;
  for (const it of getErrorChain(error)) {
    const known = 'code' in it && typeof it.code === 'string' ? FRAMEWORK_ERRORS[it.code] : undefined;
    if (known) return new AppError(known[0], known[1]);
  }
  if (isUnavailable(error)) return createBusyError();
  // All other 4xx of the framework: a truncated body, a malformed header.
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status && status >= 400 && status < 500) return new AppError('invalid_request', 'The request could not be read', { status });
  return null;
}

/**
 * If a client disconnects while it sends a request or waits for its response, reading and writing fail. That is logged at `info`, because
 * it is no error of the shop.
 */
function logServerError(error: Error, request: FastifyRequest, message: string): void {
  const isBodyCut = request.raw.destroyed && !request.raw.complete;
  const isConnectionCut = request.raw.socket.destroyed && getErrorChain(error).some((it) => 'code' in it && CUT_OFF.has(String(it.code)));
  if (isBodyCut || isConnectionCut) request.log.info({ err: error }, 'the client closed the connection');
  else request.log.error({ err: error }, message);
}

/** Anybody can cause these: the shop is busy, or something isn't set up. Nothing has failed. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['unavailable', 'payment_unavailable']);
const isRefusal = (error: Error): boolean => error instanceof AppError && REFUSALS.has(error.code) && error.cause === undefined;

function sendInternalError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  logServerError(error, request, 'unexpected error');
  const hint = `If it stays, tell us this number: ${request.id}`;
  if (acceptsHtml(request)) return sendErrorPage(reply.code(500), 500, hint);
  const body: ErrorResponse = { success: false, message: `Something went wrong on our side. ${hint}`, code: 'internal_error' };
  return reply.code(500).send(body);
}

export function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appError = toAppError(error);
  if (!appError) return sendInternalError(error, request, reply);
  const { status, code, message, issues, current, challenge, retryAfter } = appError;
  reply.code(status);
  if (status >= 500 && isRefusal(error)) request.log.info({ err: error }, message);
  else if (status >= 500) logServerError(error, request, message);
  if (request.routeOptions.config.isAuthCheck && (status === 401 || status === 403)) return reply.send({ ok: false });
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
  if (acceptsHtml(request)) return sendErrorPage(reply, status, `${message}.`);
  const body: ErrorResponse = {
    success: false,
    message,
    code,
    ...(issues && { issues }),
    ...(current && { current }),
    ...(challenge && { challenge }),
  };
  return reply.send(body);
}

export function sendNotFound(reply: FastifyReply): FastifyReply {
  const body: ErrorResponse = { success: false, message: NOT_FOUND_MESSAGE, code: 'not_found' };
  return reply.code(404).send(body);
}

export function registerErrorHandlers(app: FastifyInstance): void {
  // JavaScript can throw anything; wrapped in an Error, it has a stack for the log.
  app.setErrorHandler<unknown>(async (error, request, reply) => {
    if (acceptsHtml(request)) await app.shopName?.refresh();
    return sendError(
      error instanceof Error ? error : new Error('a value that is not an Error was thrown', { cause: error }),
      request,
      reply,
    );
  });
  app.setNotFoundHandler((_request, reply) => sendNotFound(reply));
}
