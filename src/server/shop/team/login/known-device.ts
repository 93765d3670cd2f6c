/**
 * Devices and networks from which an account's owner has logged in before. Their attempts are counted apart from those of strangers
 * (login-limits.ts), so a stranger's wrong passwords don't lock the owner out.
 */

import { createHash, randomBytes } from 'node:crypto';
import Bowser from 'bowser';
import { DAY } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { addKnownKeys, deleteKnownKeys, deleteUnusedKnownKeys, findKnownKeys, hasKnownKeys } from './login-attempt.repository.ts';
import { getIpNetwork } from './rate-limits.ts';

/**
 * Describes a device by its User-Agent header, in names that its owner recognizes. bowser knows the browsers and systems. Only names of its own
 * lists are returned, never text of the header, which it answers for a browser that it doesn't know.
 */

const BROWSERS: ReadonlySet<string | undefined> = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS: ReadonlySet<string | undefined> = new Set([...Object.values(Bowser.OS_MAP), 'iPhone', 'iPad']);
/** As their owners say. */
const SHORT_NAMES: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Chrome OS': 'ChromeOS',
};

/** How much of the header is stored. */
export const USER_AGENT_MAX_LENGTH = 300;

/** As browsers begin. bowser finds a name anywhere, also in what somebody made up. */
const PRODUCT = /^[\w.-]+\/\d/;

export interface Device {
  browser: string | null;
  system: string | null;
}

const pickKnown = (known: ReadonlySet<string | undefined>, name: string | undefined): string | null =>
  name && known.has(name) ? (SHORT_NAMES[name] ?? name) : null;

export function parseUserAgent(userAgent: string | null): Device {
  if (!userAgent || !PRODUCT.test(userAgent)) return { browser: null, system: null };
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, USER_AGENT_MAX_LENGTH));
  const system = os.name === 'iOS' ? pickKnown(SYSTEMS, platform.model) : null;
  return { browser: pickKnown(BROWSERS, browser.name), system: system ?? pickKnown(SYSTEMS, os.name) };
}

/** Where a call comes from. */
export interface Client {
  ip: string;
  /** The token that the browser got at an earlier login, to whichever account. It proves nothing but that. */
  device?: string | undefined;
}

export interface Origin {
  /** Key under which attempts from there are counted: the known device, or else the network. */
  key: string;
  isKnown: boolean;
  /** It is a known device, not only a known network, which others share. */
  isDevice?: true;
}

const MAX_KEYS = 50;
const REMEMBERED_FOR = 365 * DAY;
const TOKEN_PATTERN = /^[\w-]{43}$/;
/** Looked up if there is no account, so that the lookup takes as long. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

const buildKey = (kind: 'device' | 'network', value: string) => `${kind}:${createHash('sha256').update(value).digest('hex')}`;

/** The token as the browser sent it, or a new one. */
export function getDeviceToken({ device }: Client): string {
  return device && TOKEN_PATTERN.test(device) ? device : randomBytes(32).toString('base64url');
}

/** Where a login attempt to this account comes from. `userId` is absent if there is no account. */
export async function findOrigin(db: Database, userId: string | undefined, { ip, device }: Client): Promise<Origin> {
  const network = buildKey('network', getIpNetwork(ip));
  const deviceKey = device ? buildKey('device', device) : null;
  const known = await findKnownKeys(db, userId ?? NOBODY, deviceKey ? [deviceKey, network] : [network]);
  // The device is checked before the network, so that others in the same network can't use up its attempts.
  if (deviceKey && known.has(deviceKey)) return { key: deviceKey, isKnown: true, isDevice: true };
  return { key: network, isKnown: known.has(network) };
}

/** Whether anybody has logged in to the account before. `userId` is absent if there is no account. */
export function hasKnownOrigin(db: Database, userId: string | undefined): Promise<boolean> {
  return hasKnownKeys(db, userId ?? NOBODY);
}

/** From now on the account's devices and networks count as unknown. */
export function forgetDevices(tx: Database, userId: string): Promise<void> {
  return deleteKnownKeys(tx, userId);
}

export async function addKnownOrigin(tx: Database, userId: string, { ip, device }: Client & { device: string }, now: Date): Promise<void> {
  await addKnownKeys(tx, userId, [buildKey('device', device), buildKey('network', getIpNetwork(ip))], now, MAX_KEYS);
}

/** Returns how many were deleted. */
export function forgetUnusedDevices(db: Database, now: Date): Promise<number> {
  return deleteUnusedKnownKeys(db, new Date(now.getTime() - REMEMBERED_FOR));
}
