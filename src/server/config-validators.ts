/**
 * Validators for environment variables, for envalid: each makes a value of a variable's text, or throws what is wrong with it. Variables
 * that may hold a password or a key use those that don't repeat the text in the message.
 */
import { EnvError, makeExactValidator } from 'envalid';
import { isSecretKey, isWebhookSecret } from './payment/stripe/api-keys.ts';

export const integer = (min: number, max: number) =>
  makeExactValidator<number>((text) => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    throw new EnvError(`must be a whole number from ${min} to ${max}, not "${text}"`);
  });

/** Doesn't repeat the URL, which may contain a password. */
export const urlOf = (...protocols: string[]) =>
  makeExactValidator<string>((text) => {
    const url = URL.parse(text);
    if (url && protocols.includes(url.protocol)) return text;
    throw new EnvError(`must be a URL that begins with ${protocols.map((it) => `${it}//`).join(' or ')}`);
  });

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((it) => it.trim())
    .filter(Boolean);

/** Values separated by commas. */
export const list = makeExactValidator<string[]>(splitList);

/** As a browser sends them: a name or an IP address, with its port where it isn't the usual one. */
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
