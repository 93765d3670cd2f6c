/**
 * How long a client may take to send a request and to read its response. Node's own limits are either for the whole request, which
 * would cut an upload on a slow line, or for silence, which a byte a second breaks. So a body has to make progress:
 *
 *   connection ──headers──▶ body ──────────────────▶ handler ──▶ response
 *   └── headersTimeout ────┘└ each `stallTimeout`: ┘            └ `stallTimeout` without the client
 *                             MIN_BYTES_PER_SECOND                taking a byte: closed
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { MINUTE, SECOND } from '../../../../contract/values.ts';

export interface TransferLimits {
  /** Milliseconds from the connection, or from the first byte of a further request, to the end of the headers. */
  headersTimeout: number;
  /** Milliseconds within which an incomplete body has to grow, and a response has to be read further. */
  stallTimeout: number;
}

export const TRANSFER_LIMITS: TransferLimits = { headersTimeout: 10 * SECOND, stallTimeout: 30 * SECOND };

/**
 * 128 kbit/s: 5 MB in five and a half minutes. JSON bodies are smaller than what this allows in 30 s, so they have to be complete by then.
 */
const MIN_BYTES_PER_SECOND = 16_000;
/** Limit of the whole request, however fast it arrives: longer than the largest form takes at the minimum rate. */
const REQUEST_TIMEOUT = 8 * MINUTE;

export function buildServerOptions({ headersTimeout, stallTimeout }: TransferLimits) {
  return {
    requestTimeout: REQUEST_TIMEOUT,
    connectionTimeout: stallTimeout,
    // How often Node checks for connections past their limit; by default only every 30 s.
    http: { headersTimeout, connectionsCheckingInterval: Math.min(SECOND, headersTimeout) },
  };
}

const hasBody = ({ headers }: IncomingMessage) => headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** The same error as Node's own for a request that took too long, so that Fastify answers it with 408. */
const createTimeoutError = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

function watchBody(server: Server, request: IncomingMessage, response: ServerResponse, stallTimeout: number): void {
  const { socket } = request;
  const minBytes = (MIN_BYTES_PER_SECOND * stallTimeout) / SECOND;
  let received = socket.bytesRead;
  const timer = setInterval(() => {
    const isGrowing = socket.bytesRead - received >= minBytes;
    received = socket.bytesRead;
    if (request.complete || isGrowing) return;
    if (response.headersSent) socket.destroy();
    else server.emit('clientError', createTimeoutError(), socket);
  }, stallTimeout);
  request.once('close', () => clearInterval(timer));
}

export function registerTransferLimits(app: FastifyInstance, { stallTimeout }: TransferLimits): void {
  // `onReady` runs after the response cache's, whose fast path has replaced the existing listeners. So this one is called for cached
  // responses too.
  app.addHook('onReady', async () => {
    app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (hasBody(request)) watchBody(app.server, request, response, stallTimeout);
    });
  });
  // Without a listener Node ends a connection on which nothing was sent or read for `connectionTimeout`, even if a handler is at work.
  app.addHook('onRequest', (request, { raw: response }, done) => {
    response.on('timeout', () => {
      const isHandling = !response.writableEnded && request.raw.socket.writableLength === 0;
      if (!isHandling) request.raw.socket.destroy();
    });
    done();
  });
}
