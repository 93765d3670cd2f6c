/** The part of a logger that the server's modules use. Fastify's own logger (pino) fits, and so does `console`-based output. */
export interface Logger {
  warn: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
}
