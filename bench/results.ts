/** Writes bench/results.md: each program replaces its own section and leaves the others. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { wrapText } from '../tools/wrap-text.ts';

const RESULTS_FILE = path.join(import.meta.dirname, 'results.md');
const HEADER = '# Benchmark results\n\nWritten by `npm run bench`; each section says how, when and on what it was measured.\n';

function renderTable([header = [], ...rows]: string[][]): string {
  const renderRow = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [renderRow(header), renderRow(header.map((_, index) => (index ? '--:' : '---'))), ...rows.map(renderRow)].join('\n');
}

interface ResultSection {
  title: string;
  /** Repeats the measurement. */
  command: string;
  method: string;
  /** The first row is the header. */
  rows: string[][];
}

export function writeSection({ title, command, method, rows }: ResultSection): void {
  const sections = new Map<string, string>();
  const existing = existsSync(RESULTS_FILE) ? readFileSync(RESULTS_FILE, 'utf8') : '';
  for (const section of existing.split(/^(?=## )/m).slice(1)) sections.set(/^## (.*)$/m.exec(section)?.[1] ?? '', section.trim());
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model}, node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
  sections.set(title, `## ${title}\n\n\`${command}\` · ${machine}\n\n${wrapText(method)}\n\n${renderTable(rows)}`);
  writeFileSync(RESULTS_FILE, `${[HEADER, ...sections.values()].join('\n')}\n`);
}
