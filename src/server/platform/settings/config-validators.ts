/**
 * Validators of environment variables, for envalid: each converts a variable's text to a value, or throws what is wrong with it. Validators
 * of variables that may contain a password or key don't repeat the text in their message.
 */
import { accessSync, constants } from 'node:fs';
import { EnvError, makeExactValidator } from 'envalid';
import { DAY, HOUR, MINUTE } from '../../../contract/values.ts';
import { parseStorageUrl } from './storage-config.ts';
import { isSecretKey, isWebhookSecret } from './stripe-keys.ts';

export const integer = (min: number, max: number) =>
  makeExactValidator<number>((text) => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    throw new EnvError(`must be a whole number from ${min} to ${max}, not "${text}"`);
  });

/** Doesn't repeat the URL, which may contain a password. */
function requireProtocol(text: string, protocols: readonly string[]): URL {
  const url = URL.parse(text);
  if (url && protocols.includes(url.protocol)) return url;
  throw new EnvError(`must be a URL that begins with ${protocols.map((it) => `${it}//`).join(' or ')}`);
}

export const urlOf = (...protocols: string[]) =>
  makeExactValidator<string>((text) => {
    requireProtocol(text, protocols);
    return text;
  });

/** In the place of the host, or in libpq's `host` parameter. */
const namesSeveralHosts = (text: string): boolean => {
  const [, address = '', parameters = ''] = /^\w+:\/\/([^/?#]*)[^?#]*\??([^#]*)/.exec(text) ?? [];
  const hosts = [address.slice(address.lastIndexOf('@') + 1), new URLSearchParams(parameters).get('host') ?? ''];
  return hosts.some((it) => decodeURIComponent(it).includes(','));
};

/** The driver reads these files when it connects, and its error would only say that a file doesn't exist. */
const CERTIFICATE_PARAMETERS = ['sslrootcert', 'sslcert', 'sslkey'];

const POSTGRES_PROTOCOLS = ['postgres:', 'postgresql:'];

/** URL of one PostgreSQL server, or of a proxy that leads to the current primary. */
export const databaseUrl = makeExactValidator<string>((text) => {
  if (namesSeveralHosts(text))
    throw new EnvError(
      'names several hosts. Give it one that always leads to the primary, such as HAProxy (docs/operations.md, "A cluster")',
    );
  const url = requireProtocol(text, POSTGRES_PROTOCOLS);
  for (const name of CERTIFICATE_PARAMETERS) {
    const file = url.searchParams.get(name);
    try {
      if (file) accessSync(file, constants.R_OK);
    } catch (error) {
      throw new EnvError(`its ${name} names a file that can't be read (${error instanceof Error && 'code' in error && error.code})`);
    }
  }
  return text;
});

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((it) => it.trim())
    .filter(Boolean);

/** Values separated by commas. */
export const list = makeExactValidator<string[]>(splitList);

/** Hosts as browsers send them: a name or an IP address, with its port unless it is the default one. */
export const hosts = makeExactValidator<string[]>((text) =>
  splitList(text).map((it) => {
    const host = it.toLowerCase();
    if (/^[\w.:[\]-]+$/.test(host) && URL.parse(`http://${host}`)?.host === host) return host;
    throw new EnvError(`must be hosts such as shop.example or shop.example:8443, not "${it}"`);
  }),
);

export const password = makeExactValidator<string>((text) => {
  if (text.length >= 8 && text.length <= 200) return text;
  throw new EnvError('must have 8 to 200 characters');
});

/** Long enough that somebody who has a backup file can't guess it. */
export const passphrase = makeExactValidator<string>((text) => {
  if (text.length >= 12 && text.length <= 1000) return text;
  throw new EnvError('must have 12 to 1,000 characters');
});

const UNITS: Record<string, number> = { m: MINUTE, h: HOUR, d: DAY };

/** `30m`, `24h` or `7d`, in milliseconds. */
export const interval = (min: number, max: number) =>
  makeExactValidator<number>((text) => {
    const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text.trim()) ?? [];
    const value = Number(count) * (UNITS[unit] ?? Number.NaN);
    if (value >= min && value <= max) return value;
    throw new EnvError(`must be a time such as 30m, 24h or 7d, not "${text}"`);
  });

/** A token that a program has to send. */
export const token = makeExactValidator<string>((text) => {
  if (/^[\x21-\x7e]{16,200}$/.test(text)) return text;
  throw new EnvError('must have 16 to 200 characters, without spaces');
});

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** `a@b.example`, or `Name <a@b.example>`. */
const SENDER_PATTERN = /^(?:(?<name>[^<>\p{Cc}]*)<(?<inner>[^\s<>@,;]+@[^\s<>@,;]+)>|(?<bare>[^\s<>@,;]+@[^\s<>@,;]+))$/u;

export const sender = makeExactValidator<Sender>((text) => {
  const { name = '', inner, bare } = SENDER_PATTERN.exec(text.trim())?.groups ?? {};
  const address = inner ?? bare;
  if (address) return { name: name.trim(), address };
  throw new EnvError(`must be an email address, or a name and <the address>, not "${text}"`);
});

export const stripeSecretKey = makeExactValidator<string>((text) => {
  if (isSecretKey(text.trim())) return text.trim();
  throw new EnvError('must begin with sk_test_, sk_live_, rk_test_ or rk_live_');
});

export const stripeWebhookSecrets = makeExactValidator<string[]>((text) => {
  const secrets = splitList(text);
  if (secrets.every(isWebhookSecret)) return secrets;
  throw new EnvError('must begin with whsec_; several are separated by commas');
});

export const storageUrl = makeExactValidator((text) => {
  try {
    return parseStorageUrl(text);
  } catch (error) {
    throw new EnvError(error instanceof Error ? error.message : String(error));
  }
});

/** Used in a header, which can't contain a line break. */
export const storageKey = makeExactValidator<string>((text) => {
  if (/^[\x21-\x7e]+$/.test(text.trim())) return text.trim();
  throw new EnvError('must be letters, digits and signs without blanks');
});

/** `Name: value`, which may contain a key. */
export const header = makeExactValidator<readonly [name: string, value: string]>((text) => {
  const [, name, value] = /^([\w-]+): *([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)$/.exec(text.trim()) ?? [];
  if (name && value) return [name, value];
  throw new EnvError('must be a header such as Authorization: Bearer …');
});

export const json = makeExactValidator<string>((text) => {
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw new EnvError('must be JSON');
  }
});
