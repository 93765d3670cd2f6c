/** What becomes of a file at which something failed: what is the file's own ends it at once, what is the server's is tried again in a moment. */
import { SECOND } from '../../../contract/time.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { advanceImport, findImport, type ImportChange } from './product-import.repository.ts';

/** Of the server's errors in a row: after these it ends, too. */
const MAX_FAILURES = 5;
const PAUSE = 2 * SECOND;

/** `end`: how it ends, beside the problem in words. Throws the server's errors again, for the log. */
export async function recordFailure(
  deps: Pick<Deps, 'db' | 'now'>,
  id: string,
  lease: string,
  error: unknown,
  end: ImportChange,
): Promise<void> {
  const isOfFile = error instanceof AppError && error.status < 500;
  const failures = ((await findImport(deps.db, id))?.failures ?? 0) + 1;
  const problem = isOfFile ? error.message : 'The server failed again and again at the same rows; its log says why';
  // Without the lease nobody renews it, and until then nobody takes it.
  const pause = { lease: null, leasedUntil: new Date(deps.now().getTime() + failures * PAUSE), failures };
  const isOver = isOfFile || failures >= MAX_FAILURES;
  await advanceImport(deps.db, id, lease, isOver ? { ...end, problem, failures: 0, lease: null, leasedUntil: null } : pause);
  if (!isOfFile) throw error;
}
