import { judge } from './judge.ts';
import { PAGE, writeRows } from './page.ts';
import { readReport } from './report.ts';
import { readRows } from './rows.ts';

/** Prints the table and the faults; true where there are none. */
export function check(root: string, print: (line: string) => void, { isWritten }: { isWritten: boolean }): boolean {
  const rows = readRows(root);
  const report = readReport(root);
  const { table, faults } = judge(rows, report);
  for (const { row, proofs, result } of table) {
    print(`${row.id.padEnd(11)}${String(proofs.length).padStart(4)} ${proofs.length === 1 ? 'test ' : 'tests'}  ${result}`);
  }
  print('');
  for (const fault of faults) print(fault);
  const proven = table.filter((it) => it.result === 'passed').length;
  print(`${proven} of ${rows.length} rows proven, ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`);
  if (isWritten) {
    writeRows(root, { table, faults, report });
    print(`written: ${PAGE}`);
  }
  return faults.length === 0;
}
