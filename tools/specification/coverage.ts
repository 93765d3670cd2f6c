/** Matches the rows of the specification with the tests that name them. */
import { type Row, SPECIFICATION_FILE } from './rows.ts';
import type { Proof, Report } from './test-results.ts';

export interface RowResult {
  row: Row;
  proofs: Proof[];
  result: 'passed' | 'failed' | 'skipped' | 'no test';
}

export interface Evaluation {
  table: RowResult[];
  /** Each begins with file and line. */
  errors: string[];
}

function combineResults(proofs: Proof[]): RowResult['result'] {
  if (!proofs.length) return 'no test';
  return proofs.find((it) => it.status === 'failed')?.status ?? proofs.find((it) => it.status === 'skipped')?.status ?? 'passed';
}

export function evaluateRows(rows: Row[], { proofs, errors }: Pick<Report, 'proofs' | 'errors'>): Evaluation {
  const knownIds = new Set(rows.map((it) => it.id));
  const table = rows.map((row) => {
    const rowProofs = proofs.filter((it) => it.rows.includes(row.id));
    return { row, proofs: rowProofs, result: combineResults(rowProofs) };
  });
  const duplicates = rows.filter((row, at) => rows.findIndex((it) => it.id === row.id) < at);
  const formatError = ({ file, line, title }: Proof, problem: string) => `${file}:${line}: ${problem}: ${title}`;
  return {
    table,
    errors: [
      ...errors,
      ...duplicates.map(({ id, line }) => `${SPECIFICATION_FILE}:${line}: ${id} is there twice`),
      ...proofs.flatMap((it) =>
        it.rows
          .filter((id) => !knownIds.has(id))
          .map((id) => formatError(it, `there is no row ${id} in ${SPECIFICATION_FILE}, named by the title`)),
      ),
      // Every failed test is an error, a skipped one only if it names a row.
      ...proofs.filter((it) => it.status === 'failed').map((it) => formatError(it, 'failed')),
      ...proofs.filter((it) => it.status === 'skipped' && it.rows.length).map((it) => formatError(it, 'was skipped')),
      ...table.filter((it) => it.result === 'no test').map(({ row }) => `${SPECIFICATION_FILE}:${row.line}: no test names ${row.id}`),
    ],
  };
}
