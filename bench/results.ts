/** The table of figures, bench/results.md: each program replaces its own part and leaves the others. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const FILE = path.join(import.meta.dirname, 'results.md');
const TITLE = '# Figures\n\nWritten by `npm run bench`; each part says when, where and with what it was measured.\n';

function tableOf([head = [], ...rows]: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index ? '--:' : '---'))), ...rows.map(line)].join('\n');
}

interface Part {
  title: string;
  /** The command that makes it again. */
  command: string;
  /** What was measured, and how. */
  how: string;
  /** The first row is the head. */
  rows: string[][];
}

export function writePart({ title, command, how, rows }: Part): void {
  const parts = new Map<string, string>();
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  for (const part of before.split(/^(?=## )/m).slice(1)) parts.set(/^## (.*)$/m.exec(part)?.[1] ?? '', part.trim());
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model}, node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
  parts.set(title, `## ${title}\n\n\`${command}\` · ${machine}\n\n${how}\n\n${tableOf(rows)}`);
  writeFileSync(FILE, `${[TITLE, ...parts.values()].join('\n')}\n`);
}
