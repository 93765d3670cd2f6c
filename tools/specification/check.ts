import { evaluateRows } from './coverage.ts';
import { REPORT_PAGE, writeReport } from './report-page.ts';
import { readRows } from './rows.ts';
import { readReport } from './test-results.ts';

/** Prints what isn't proven, and with `writesReport` every row; true if all rows are proven. */
export function checkSpecification(root: string, print: (line: string) => void, { writesReport }: { writesReport: boolean }): boolean {
  const rows = readRows(root);
  const report = readReport(root);
  const { table, errors } = evaluateRows(rows, report);
  for (const { row, proofs, result } of writesReport ? table : []) {
    print(`${row.id.padEnd(11)}${String(proofs.length).padStart(4)} ${proofs.length === 1 ? 'test ' : 'tests'}  ${result}`);
  }
  for (const error of errors) print(error);
  const proven = table.filter((it) => it.result === 'passed').length;
  print(`${proven} of ${rows.length} rows proven, ${errors.length} ${errors.length === 1 ? 'error' : 'errors'}`);
  if (writesReport) {
    writeReport(root, { table, errors, report });
    print(`written: ${REPORT_PAGE}`);
  }
  return errors.length === 0;
}
