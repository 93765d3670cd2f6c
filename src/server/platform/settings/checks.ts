/**
 * What a setting may hold. Each check converts a setting's text to its value, or throws an Error that says what is wrong with it; `allows`
 * tells the documents what it takes, unless an example shows it. Checks of what may contain a password or key don't repeat the text in their message.
 */
import { accessSync, constants } from 'node:fs';
import { DAY, HOUR, MINUTE } from '../../../contract/time.ts';
import { parseStorageUrl } from './storage-config.ts';

export interface Check<Value> {
  readonly allows: string;
  readonly read: (text: string) => Value;
}

export const text: Check<string> = { allows: '', read: (it) => it };

export const integer = (min: number, max: number): Check<number> => ({
  allows: `${min} to ${max}`,
  read: (it) => {
    const number = Number(it);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    throw new Error(`must be a whole number from ${min} to ${max}, not "${it}"`);
  },
});

const EITHER = new Intl.ListFormat('en', { type: 'disjunction' });

export const choice = <const Value extends string>(...values: Value[]): Check<Value> => ({
  allows: values.join(', '),
  read: (it) => {
    const value = values.find((candidate) => candidate === it);
    if (value !== undefined) return value;
    throw new Error(`must be ${EITHER.format(values)}, not "${it}"`);
  },
});

/** `30m`, `24h` or `7d`, in milliseconds. */
export const interval = (min: string, max: string): Check<number> => ({
  allows: `${min} to ${max}`,
  read: (it) => {
    const value = toMilliseconds(it.trim());
    if (value >= toMilliseconds(min) && value <= toMilliseconds(max)) return value;
    throw new Error(`must be a time such as 30m, 24h or 7d, not "${it}"`);
  },
});

const UNITS: Record<string, number> = { m: MINUTE, h: HOUR, d: DAY };

function toMilliseconds(it: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(it) ?? [];
  return Number(count) * (UNITS[unit] ?? Number.NaN);
}

/** Doesn't repeat the URL, which may contain a password. */
function requireProtocol(it: string, protocols: readonly string[]): URL {
  const url = URL.parse(it);
  if (url && protocols.includes(url.protocol)) return url;
  throw new Error(`must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
}

export const urlOf = (...protocols: string[]): Check<string> => ({
  allows: '',
  read: (it) => {
    requireProtocol(it, protocols);
    return it;
  },
});

/** In the place of the host, or in libpq's `host` parameter. */
const namesSeveralHosts = (url: string): boolean => {
  const [, address = '', parameters = ''] = /^\w+:\/\/([^/?#]*)[^?#]*\??([^#]*)/.exec(url) ?? [];
  const names = [address.slice(address.lastIndexOf('@') + 1), new URLSearchParams(parameters).get('host') ?? ''];
  return names.some((it) => decodeURIComponent(it).includes(','));
};

/** The driver reads these files when it connects, and its error would only say that a file doesn't exist. */
const CERTIFICATE_PARAMETERS = ['sslrootcert', 'sslcert', 'sslkey'];

/** URL of one PostgreSQL server, or of a proxy that leads to the current primary. */
export const databaseUrl: Check<string> = {
  allows: '',
  read: (it) => {
    if (namesSeveralHosts(it))
      throw new Error(
        'names several hosts. Give it one that always leads to the primary, such as HAProxy (docs/operations.md, "A cluster")',
      );
    const url = requireProtocol(it, ['postgres:', 'postgresql:']);
    for (const name of CERTIFICATE_PARAMETERS) {
      const file = url.searchParams.get(name);
      try {
        if (file) accessSync(file, constants.R_OK);
      } catch (error) {
        throw new Error(`its ${name} names a file that can't be read (${error instanceof Error && 'code' in error && error.code})`);
      }
    }
    return it;
  },
};

const splitList = (it: string): string[] =>
  it
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

export const list: Check<string[]> = { allows: 'separated by commas', read: splitList };

/** Hosts as browsers send them: a name or an IP address, with its port unless it is the default one. */
export const hosts: Check<string[]> = {
  allows: 'separated by commas',
  read: (it) =>
    splitList(it).map((part) => {
      const host = part.toLowerCase();
      if (/^[\w.:[\]-]+$/.test(host) && URL.parse(`http://${host}`)?.host === host) return host;
      throw new Error(`must be hosts such as shop.example or shop.example:8443, not "${part}"`);
    }),
};

export const email: Check<string> = {
  allows: 'an email address',
  read: (it) => {
    if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(it)) return it;
    throw new Error(`must be an email address, not "${it}"`);
  },
};

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** `a@b.example`, or `Name <a@b.example>`. */
const SENDER_PATTERN = /^(?:(?<name>[^<>\p{Cc}]*)<(?<inner>[^\s<>@,;]+@[^\s<>@,;]+)>|(?<bare>[^\s<>@,;]+@[^\s<>@,;]+))$/u;

export const sender: Check<Sender> = {
  allows: 'an email address, or a name and <the address>',
  read: (it) => {
    const { name = '', inner, bare } = SENDER_PATTERN.exec(it.trim())?.groups ?? {};
    const address = inner ?? bare;
    if (address) return { name: name.trim(), address };
    throw new Error(`must be an email address, or a name and <the address>, not "${it}"`);
  },
};

/** Text of this length, whatever its characters. */
const textOf = (min: number, max: number): Check<string> => {
  const allows = `${min} to ${max.toLocaleString('en')} characters`;
  return {
    allows,
    read: (it) => {
      if (it.length >= min && it.length <= max) return it;
      throw new Error(`must have ${allows}`);
    },
  };
};

/** Text of this form, without the blanks around it. */
const matching = (pattern: RegExp, problem: string, allows = ''): Check<string> => ({
  allows,
  read: (it) => {
    if (pattern.test(it.trim())) return it.trim();
    throw new Error(problem);
  },
});

export const password = textOf(8, 200);
/** Long enough that somebody who has a backup file can't guess it. */
export const passphrase = textOf(12, 1000);

/** A token that a program has to send. */
export const token: Check<string> = {
  allows: '16 to 200 characters',
  read: (it) => {
    if (/^[\x21-\x7e]{16,200}$/.test(it)) return it;
    throw new Error('must have 16 to 200 characters, without spaces');
  },
};

/** Used in a header, which can't contain a line break. */
export const storageKey = matching(/^[\x21-\x7e]+$/, 'must be letters, digits and signs without blanks');

export const storageUrl: Check<ReturnType<typeof parseStorageUrl>> = { allows: '', read: parseStorageUrl };

const STRIPE_SECRET_KEY = /^(?:sk|rk)_(test|live)_[A-Za-z0-9_]+$/;
const STRIPE_WEBHOOK_SECRET = /^whsec_[\x21-\x2b\x2d-\x7e]+$/;

/** Standard (sk_) and restricted (rk_) keys. */
export const stripeSecretKey = matching(STRIPE_SECRET_KEY, 'must begin with sk_test_, sk_live_, rk_test_ or rk_live_');

/** A key with which no real money is charged. */
export const isStripeTestKey = (key: string): boolean => STRIPE_SECRET_KEY.exec(key)?.[1] === 'test';

export const stripeWebhookSecrets: Check<string[]> = {
  allows: 'separated by commas',
  read: (it) => {
    const secrets = splitList(it);
    if (secrets.every((secret) => STRIPE_WEBHOOK_SECRET.test(secret))) return secrets;
    throw new Error('must begin with whsec_; several are separated by commas');
  },
};

/** `Name: value`, which may contain a key. */
export const header: Check<readonly [name: string, value: string]> = {
  allows: '',
  read: (it) => {
    const [, name, value] = /^([\w-]+): *([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)$/.exec(it.trim()) ?? [];
    if (name && value) return [name, value];
    throw new Error('must be a header such as Authorization: Bearer …');
  },
};

export const json: Check<string> = {
  allows: 'JSON',
  read: (it) => {
    try {
      JSON.parse(it);
      return it;
    } catch {
      throw new Error('must be JSON');
    }
  },
};
