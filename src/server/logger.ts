/** As much of a logger as the server's modules use; Fastify's own (pino) is one. */
export interface Logger {
  warn: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
}
