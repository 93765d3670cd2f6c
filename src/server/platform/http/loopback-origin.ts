import type { AddressInfo } from 'node:net';

/** The origin at which this process can reach itself, whatever IP address it listens on. */
export function getLoopbackOrigin(bound: AddressInfo): string {
  const isWildcard = bound.address === '0.0.0.0' || bound.address === '::';
  const host = isWildcard ? '127.0.0.1' : bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return `http://${host}:${bound.port}`;
}
