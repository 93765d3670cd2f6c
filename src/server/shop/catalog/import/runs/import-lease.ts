import { randomUUID } from 'node:crypto';
import { SECOND } from '../../../../../contract/values.ts';
import type { Deps } from '../../../../deps.ts';
import { AppError } from '../../../../platform/errors.ts';
import { advanceImport, findImport, type ImportChange, type ImportRow, type Lease } from './product-import.repository.ts';

/**
 * Which process works on an import: it holds a lease and keeps renewing it. If it is killed, the lease expires, and another process
 * continues.
 */
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

/** After this many consecutive errors of the server, it ends too. */
const MAX_FAILURES = 5;
const PAUSE = 2 * SECOND;

/**
 * Records that a check or an import failed: an error in the file ends it at once, an error of the server is retried a moment later. `end`: the state
 * in which it ends, besides the problem in words. Rethrows errors of the server, so that they are logged.
 */
export async function recordFailure(
  deps: Pick<Deps, 'db' | 'now'>,
  id: string,
  lease: string,
  error: unknown,
  end: ImportChange,
): Promise<void> {
  const isOfFile = error instanceof AppError && error.status < 500;
  const failures = ((await findImport(deps.db, id))?.failures ?? 0) + 1;
  const problem = isOfFile ? error.message : 'The server failed several times at the same rows. Its log says why.';
  // Nobody renews the lease, and no process takes the import until it expires.
  const pause = { lease: null, leasedUntil: new Date(deps.now().getTime() + failures * PAUSE), failures };
  const isOver = isOfFile || failures >= MAX_FAILURES;
  await advanceImport(deps.db, id, lease, isOver ? { ...end, problem, failures: 0, lease: null, leasedUntil: null } : pause);
  if (!isOfFile) throw error;
}
