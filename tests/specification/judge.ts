/** Each row beside its tests, and everything that is wrong between the two. */
import type { Proof, Report } from './report.ts';
import { type Row, SPECIFICATION } from './rows.ts';

export interface Judged {
  row: Row;
  proofs: Proof[];
  result: 'passed' | 'failed' | 'skipped' | 'no test';
}

export interface Judgement {
  table: Judged[];
  /** Each says where: file and line. */
  faults: string[];
}

function resultOf(proofs: Proof[]): Judged['result'] {
  if (!proofs.length) return 'no test';
  return proofs.find((it) => it.status === 'failed')?.status ?? proofs.find((it) => it.status === 'skipped')?.status ?? 'passed';
}

export function judge(rows: Row[], { proofs, faults }: Pick<Report, 'proofs' | 'faults'>): Judgement {
  const known = new Set(rows.map((it) => it.id));
  const table = rows.map((row) => {
    const own = proofs.filter((it) => it.rows.includes(row.id));
    return { row, proofs: own, result: resultOf(own) };
  });
  const twice = rows.filter((row, at) => rows.findIndex((it) => it.id === row.id) < at);
  const where = ({ file, line, title }: Proof, what: string) => `${file}:${line}: ${what}: ${title}`;
  return {
    table,
    faults: [
      ...faults,
      ...twice.map(({ id, line }) => `${SPECIFICATION}:${line}: ${id} stands there twice`),
      ...proofs.flatMap((it) =>
        it.rows.filter((id) => !known.has(id)).map((id) => where(it, `there is no row ${id} in ${SPECIFICATION}, named by the title`)),
      ),
      // A failure is told whatever it proves; one that was skipped only where a row waits for it.
      ...proofs.filter((it) => it.status === 'failed').map((it) => where(it, 'failed')),
      ...proofs.filter((it) => it.status === 'skipped' && it.rows.length).map((it) => where(it, 'was skipped')),
      ...table.filter((it) => it.result === 'no test').map(({ row }) => `${SPECIFICATION}:${row.line}: no test names ${row.id}`),
    ],
  };
}
