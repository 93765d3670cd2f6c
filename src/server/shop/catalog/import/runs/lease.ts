/**
 * Which process works on an import: it holds a lease and keeps renewing it. If it is killed, the lease expires, and another process
 * continues.
 */
import { randomUUID } from 'node:crypto';
import { SECOND } from '../../../../../contract/values.ts';
import type { Deps } from '../../../../deps.ts';
import { advanceImport, type ImportRow, type Lease } from './product-import.repository.ts';

/** Longer than a busy machine may delay a renewal. */
export const LEASE_DURATION = 30 * SECOND;
const RENEWAL = 10 * SECOND;

type Context = Pick<Deps, 'db' | 'now'>;

export const getLeaseEnd = ({ now }: Pick<Deps, 'now'>): Date => new Date(now().getTime() + LEASE_DURATION);

const createLease = (deps: Context): Lease => ({ lease: randomUUID(), now: deps.now(), until: getLeaseEnd(deps) });

/** `work` has the claimed import to itself until it ends or is aborted, which also happens if the lease is lost. */
export async function withLease(
  deps: Context,
  claim: (lease: Lease) => Promise<ImportRow | null>,
  signal: AbortSignal,
  work: (row: ImportRow, lease: string, signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const lease = createLease(deps);
  const row = await claim(lease);
  if (!row) return false;
  const lost = new AbortController();
  const renew = async () => {
    const isMine = await advanceImport(deps.db, row.id, lease.lease, { leasedUntil: getLeaseEnd(deps) }).catch(() => true);
    if (!isMine) lost.abort();
  };
  const timer = setInterval(() => void renew(), RENEWAL);
  try {
    await work(row, lease.lease, AbortSignal.any([signal, lost.signal]));
  } finally {
    clearInterval(timer);
    // If the database is unreachable, the lease expires instead.
    await advanceImport(deps.db, row.id, lease.lease, { lease: null, leasedUntil: null }).catch(() => undefined);
  }
  return true;
}
