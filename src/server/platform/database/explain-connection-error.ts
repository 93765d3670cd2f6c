/** Explains to an operator why the database can't be reached as the settings say, if trying again wouldn't help. */
import { getErrorChain } from '../errors.ts';

const UNTRUSTED = [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
];

const WORDS: readonly [fits: (code: string, message: string) => boolean, words: string][] = [
  [(code) => UNTRUSTED.includes(code), "PostgreSQL's certificate isn't signed by the authority that sslrootcert names"],
  [(code) => code === 'ERR_TLS_CERT_ALTNAME_INVALID', "PostgreSQL's certificate isn't made out to the host that the database's URL names"],
  [(code) => code === 'CERT_HAS_EXPIRED', "PostgreSQL's certificate has expired, or this machine's clock is wrong"],
  [(code) => code === 'CERT_NOT_YET_VALID', "PostgreSQL's certificate isn't valid yet, or this machine's clock is wrong"],
  [
    (_code, message) => message === 'The server does not support SSL connections',
    "The database's URL asks for TLS, which PostgreSQL doesn't speak there",
  ],
  [
    (_code, message) => message.startsWith('unsupported startup parameter'),
    'A pooler refuses a parameter of the connection: where DATABASE_URL leads to one, set DATABASE_DIRECT_URL too, and no parameters but those of TLS',
  ],
];

/** Returns the error itself if there is nothing to explain. */
export function explainConnectionError(error: unknown): unknown {
  for (const it of getErrorChain(error)) {
    const code = 'code' in it ? String(it.code) : '';
    const words = WORDS.find(([fits]) => fits(code, it.message))?.[1];
    if (words) return new Error(words, { cause: error });
  }
  return error;
}
