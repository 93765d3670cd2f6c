/** What an API key looks like: `shop_`, eight characters to recognise it by, and 256 random bits in base64url. */
import { randomBytes } from 'node:crypto';

const FORMAT = 'shop_[0-9a-f]{8}_[A-Za-z0-9_-]{43}';
/** Accepts `Bearer <key>` or the key alone, as for login tokens. */
const HEADER = new RegExp(`^(?:[Bb]earer +)?(${FORMAT})$`);
const ANYWHERE = new RegExp(FORMAT);
const PREFIX_LENGTH = 'shop_'.length + 8;

export const generateApiKey = (): string => `shop_${randomBytes(4).toString('hex')}_${randomBytes(32).toString('base64url')}`;

export const getKeyPrefix = (key: string): string => key.slice(0, PREFIX_LENGTH);

/** Null where an Authorization header holds nothing that could be an API key. */
export const readApiKey = (header: string | undefined): string | null => header?.match(HEADER)?.[1] ?? null;

export const containsApiKey = (text: string): boolean => ANYWHERE.test(text);

/** For the log, where somebody wrote a key into a path. */
export const redactApiKeys = (text: string): string =>
  containsApiKey(text) ? text.replace(new RegExp(FORMAT, 'g'), (key) => `${getKeyPrefix(key)}_…`) : text;
