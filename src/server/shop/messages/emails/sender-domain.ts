/**
 * Whether the domain of the sender says in its DNS who may send for it. Without SPF, DKIM and DMARC large mailbox providers put emails into spam, or
 * refuse them. DKIM's record has a name that the mail service chooses: the usual ones are tried, so `missing` means not under these.
 */
import { Resolver } from 'node:dns/promises';
import type { MailTest } from '../../../../contract/connections.ts';
import { SECOND } from '../../../../contract/values.ts';

type Domain = NonNullable<MailTest['domain']>;
type Found = Domain['spf'];

/** The usual names of DKIM's keys at the common services. */
const DKIM_SELECTORS = [
  ...['default', 'dkim', 'mail', 'smtp', 'email', 'key1', 'selector1', 'selector2', 's1', 's2', 'k1', 'k2', 'k3'],
  ...[
    'google',
    'fm1',
    'fm2',
    'fm3',
    'pm',
    'mailjet',
    'mg',
    'mailo',
    'mx',
    'zoho',
    'zmail',
    'brevo1',
    'brevo2',
    'resend',
    'protonmail',
    'sib',
  ],
];
const NOTHING_THERE = ['ENOTFOUND', 'ENODATA'];

/** Absent: the name servers of the machine. */
export function createResolver(servers?: readonly string[]): Pick<Resolver, 'resolveTxt'> {
  const resolver = new Resolver({ timeout: 1.5 * SECOND, tries: 1 });
  if (servers) resolver.setServers(servers);
  return resolver;
}

async function lookUp(resolver: Pick<Resolver, 'resolveTxt'>, name: string, begins: RegExp): Promise<Found> {
  try {
    const records = await resolver.resolveTxt(name);
    return records.some((parts) => begins.test(parts.join(''))) ? 'found' : 'missing';
  } catch (error) {
    return error instanceof Error && 'code' in error && NOTHING_THERE.includes(String(error.code)) ? 'missing' : 'unknown';
  }
}

/** Of several names one is enough; without any answer nothing is known. */
function combine(results: readonly Found[]): Found {
  if (results.includes('found')) return 'found';
  return results.includes('missing') ? 'missing' : 'unknown';
}

/** A policy of the organization counts for its subdomains: `shop.example` for `mail.shop.example`. */
const listParents = (name: string) => [name, ...(name.split('.').length > 2 ? [name.split('.').slice(1).join('.')] : [])];

/** Null: the sender's host is none of the public ones. */
export async function readSenderDomain(resolver: Pick<Resolver, 'resolveTxt'>, sender: string): Promise<Domain | null> {
  const name = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
  if (!/^(?:[a-z0-9-]+\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/.test(name)) return null;
  const [spf, dkim, dmarc] = await Promise.all([
    lookUp(resolver, name, /^v=spf1\b/i),
    Promise.all(DKIM_SELECTORS.map((selector) => lookUp(resolver, `${selector}._domainkey.${name}`, /(?:^|;)\s*(?:v=DKIM1|[kp]=)/i))).then(
      combine,
    ),
    Promise.all(listParents(name).map((it) => lookUp(resolver, `_dmarc.${it}`, /^v=DMARC1\b/i))).then(combine),
  ]);
  return { name, spf, dkim, dmarc };
}
