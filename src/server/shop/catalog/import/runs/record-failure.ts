/** Records that a check or an import failed: an error of the file ends it at once, an error of the server is retried a moment later. */
import { SECOND } from '../../../../../contract/values.ts';
import type { Deps } from '../../../../deps.ts';
import { AppError } from '../../../../platform/errors.ts';
import { advanceImport, findImport, type ImportChange } from './product-import.repository.ts';

/** After this many consecutive errors of the server, it ends too. */
const MAX_FAILURES = 5;
const PAUSE = 2 * SECOND;

/** `end`: the state in which it ends, besides the problem in words. Rethrows errors of the server, so that they are logged. */
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
  // Nobody renews the lease, and no process takes the import until it expires.
  const pause = { lease: null, leasedUntil: new Date(deps.now().getTime() + failures * PAUSE), failures };
  const isOver = isOfFile || failures >= MAX_FAILURES;
  await advanceImport(deps.db, id, lease, isOver ? { ...end, problem, failures: 0, lease: null, leasedUntil: null } : pause);
  if (!isOfFile) throw error;
}
