/** The endpoints that receive events, and how owners manage them. */
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { IssueCode } from '../../../../contract/errors.ts';
import { WEBHOOK_ENDPOINTS_MAX } from '../../../../contract/limits.ts';
import { DAY } from '../../../../contract/values.ts';
import type { WebhookEndpoint, WebhookEndpointInput } from '../../../../contract/webhook.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import { isPublicAddress } from '../../../platform/http/public-fetch.ts';
import * as repository from './endpoint.repository.ts';
import { createSecret } from './webhook-payload.ts';

type Context = Pick<Deps, 'db' | 'now'>;

/** How long the previous secret is used too. */
const SECRET_OVERLAP = DAY;

export const createEndpointNotFound = (): AppError => new AppError('webhook_endpoint_not_found', 'There is no such endpoint');

function toEndpoint({ id, previousSecretUntil, ...row }: repository.EndpointRow, now: Date): WebhookEndpoint {
  const { url, description, events, isEnabled, isGone, createdAt, version } = row;
  const until = previousSecretUntil && previousSecretUntil > now ? previousSecretUntil.toISOString() : null;
  return { _id: id, url, description, events, isEnabled, isGone, createdAt: createdAt.toISOString(), previousSecretUntil: until, version };
}

const refuseUrl = (code: IssueCode, message: string) =>
  new AppError('invalid_request', `url ${message}`, { issues: [{ path: 'url', code, message }] });

/** Checks the URL itself. What its host name resolves to is checked with each call, because that can change. */
function requirePublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username || url.password) throw refuseUrl('invalid_format', 'must be a URL without user name and password');
  if (url.protocol !== 'https:') throw refuseUrl('not_https', 'must begin with https://');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocalName = /(?:^|\.)localhost\.?$/.test(host);
  if (isLocalName || (isIP(host) && !isPublicAddress(host))) throw refuseUrl('private_address', 'must lead into the public internet');
  url.hash = '';
  return url.href;
}

const toFields = ({ url, description, events, isEnabled }: WebhookEndpointInput) => ({
  url: requirePublicUrl(url.trim()),
  description: description.trim(),
  events: [...events].sort(),
  isEnabled,
});

export async function listEndpoints({ db, now }: Context): Promise<WebhookEndpoint[]> {
  return (await repository.listEndpoints(db)).map((it) => toEndpoint(it, now()));
}

interface WithSecret {
  endpoint: WebhookEndpoint;
  /** Only returned this once. */
  secret: string;
}

/** Throws `invalid_request` for a URL that isn't public, and `too_many_webhook_endpoints`. */
export async function addEndpoint({ db, now }: Context, input: WebhookEndpointInput): Promise<WithSecret> {
  const fields = toFields(input);
  const secret = createSecret();
  return db.transaction(async (tx) => {
    await repository.lockEndpoints(tx);
    if ((await repository.countEndpoints(tx)) >= WEBHOOK_ENDPOINTS_MAX)
      throw new AppError('too_many_webhook_endpoints', `A shop has ${WEBHOOK_ENDPOINTS_MAX} endpoints at most. Delete one first.`);
    const row = await repository.createEndpoint(tx, { ...fields, id: randomUUID(), secret, createdAt: now() });
    return { endpoint: toEndpoint(row, now()), secret };
  });
}

/** Throws `version_conflict` if it was changed after that version, unless it already has the values that were sent. */
export async function changeEndpoint(
  { db, now }: Context,
  id: string,
  input: WebhookEndpointInput,
  version?: number,
): Promise<WebhookEndpoint> {
  const fields = toFields(input);
  return db.transaction(async (tx) => {
    const current = await repository.lockEndpoint(tx, id);
    if (!current) throw createEndpointNotFound();
    const { url, description, events, isEnabled } = current;
    const isSaved = isDeepStrictEqual(fields, { url, description, events, isEnabled });
    if (!isSaved && version !== undefined && version !== current.version)
      throw createVersionConflict({ endpoint: toEndpoint(current, now()) });
    const isGone = current.isGone && !fields.isEnabled;
    const row = isSaved ? current : await repository.updateEndpoint(tx, id, { ...fields, isGone });
    return toEndpoint(row ?? current, now());
  });
}

/** Throws `webhook_endpoint_not_found`. */
export async function removeEndpoint(db: Database, id: string): Promise<void> {
  if (!(await repository.deleteEndpoint(db, id))) throw createEndpointNotFound();
}

/** Deliveries are signed with both secrets for a day; an even older one becomes invalid now. Throws `webhook_endpoint_not_found`. */
export async function rotateSecret({ db, now }: Context, id: string): Promise<WithSecret> {
  const secret = createSecret();
  return db.transaction(async (tx) => {
    const current = await repository.lockEndpoint(tx, id);
    if (!current) throw createEndpointNotFound();
    const previousSecretUntil = new Date(now().getTime() + SECRET_OVERLAP);
    const row = await repository.updateEndpoint(tx, id, { secret, previousSecret: current.secret, previousSecretUntil });
    return { endpoint: toEndpoint(row ?? current, now()), secret };
  });
}
