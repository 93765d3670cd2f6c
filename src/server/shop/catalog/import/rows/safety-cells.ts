/** Manufacturers and labels of guarantees, as rows of a file name them. */

import { cutText } from '../../../../../contract/values.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { findFiles } from '../../../fields/field-file.service.ts';
import { findMakers } from '../../safety/safety.repository.ts';
import type { CsvRow } from '../formats/format.ts';

const CELLS = {
  maker: { field: 'maker', reason: 'is no manufacturer of the list: it is left out' },
  guarantee_label: { field: 'guaranteeLabel', reason: 'is no uploaded file: it is left out' },
} as const;

const listNamed = (rows: readonly CsvRow[], cell: keyof typeof CELLS) =>
  rows.flatMap(({ cells, error }) => (error === null && cells[cell]?.trim()) || []);

/** Rows with the keys of manufacturers, which may be named by their name too, and the addresses of files. What there isn't is left out, with a notice. */
export async function resolveSafety(db: Database, rows: CsvRow[]): Promise<CsvRow[]> {
  const [makers, labels] = [listNamed(rows, 'maker'), listNamed(rows, 'guarantee_label')];
  if (!makers.length && !labels.length) return rows;
  const known = {
    maker: makers.length ? await findMakers(db, [...new Set(makers)], false) : new Map<string, string>(),
    guarantee_label: await findFiles(db, labels, false),
  };
  return rows.map((row) => {
    const cells = { ...row.cells };
    const notices = (Object.keys(CELLS) as (keyof typeof CELLS)[]).flatMap((name) => {
      const text = cells[name]?.trim();
      if (!text || row.error !== null) return [];
      const found = known[name].get(text);
      if (found) cells[name] = found;
      else delete cells[name];
      const { field, reason } = CELLS[name];
      return found ? [] : [{ kind: 'dropped' as const, column: field, reason: `"${cutText(text, 40)}" ${reason}` }];
    });
    return { ...row, cells, ...(notices.length && { notices: [...(row.notices ?? []), ...notices] }) };
  });
}
