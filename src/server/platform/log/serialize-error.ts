/**
 * What the log contains of an error. Database errors contain the statement with its parameters, and the failing row; mail server errors
 * contain addresses. So only what is listed here is logged, and texts that look like a secret or an address are masked.
 */
/**
 * Short facts about the error, from PostgreSQL, Node, Stripe and the mail server: names and numbers, never values that somebody entered.
 */
const FACTS = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall', 'statusCode', 'requestId', 'command'];
const MAX_TEXT = 2000;
const MAX_CAUSES = 5;

export interface SerializedError {
  type: string;
  message: string;
  /** Where it was thrown. */
  stack: string;
  cause?: SerializedError;
  [fact: string]: unknown;
}

const BLOTS: readonly [pattern: RegExp, replacement: string][] = [
  [/\$argon2[\w$=,+/.-]*/g, '[hash]'],
  [/\b(?:sk|rk|pk)_(?:test|live)_\w+|\bwhsec_\w+/g, '[key]'],
  // The password of a URL.
  [/(\w+:\/\/[^\s:/@]*):[^\s@]*@/g, '$1:[password]@'],
  [/[^\s"'`<>(),;:=[\]]+@[^\s"'`<>(),;:=[\]]+\.[^\s"'`<>(),;:=[\]]+/g, '[email]'],
  // Tokens and hashes: 256 bits in hexadecimal or base64. An id (UUID) has hyphens at fixed places and stays.
  [/\b[0-9a-f]{40,}\b/gi, '[secret]'],
  [/(?<![\w/.-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])(?![0-9a-f]{8}-[0-9a-f]{4}-)[\w-]{40,}(?![\w/.-])/gi, '[secret]'],
];

function blot(text: string): string {
  return BLOTS.reduce((blotted, [pattern, replacement]) => blotted.replace(pattern, replacement), text.slice(0, MAX_TEXT));
}

function getMessage(error: Error): string {
  // The query builder ends its messages with the statement's parameters.
  const message = error.message.replace(/\nparams: .*/s, '');
  // PostgreSQL repeats the value that it couldn't read (class 22: data exceptions) in quotation marks.
  const isDataException = 'code' in error && typeof error.code === 'string' && /^22[0-9A-Z]{3}$/.test(error.code);
  return isDataException ? message.replace(/".*"/s, '"…"') : message;
}

/** Where it was thrown; its first lines repeat the message. */
function getFrames(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

function getFacts(error: Error): Record<string, unknown> {
  const facts = FACTS.map((name) => [name, Reflect.get(error, name) as unknown] as const);
  return Object.fromEntries(facts.filter(([, value]) => typeof value === 'number' || (typeof value === 'string' && value.length <= 100)));
}

export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'a value that is not an Error', stack: '' };
  const message = blot(getMessage(error));
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message,
    ...getFacts(error),
    stack: `${error.name}: ${message}\n${getFrames(error.stack ?? '')}`,
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: serializeError(error.cause, depth + 1) }),
  };
}

/** The error and its causes in one line, for a person. */
export function describeError(error: unknown): string {
  const { message, cause } = serializeError(error);
  const causes: string[] = [];
  for (let it = cause; it; it = it.cause) causes.push(it.message);
  return [message, ...causes].filter(Boolean).join(': ');
}
