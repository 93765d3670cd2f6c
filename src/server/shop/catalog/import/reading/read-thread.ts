/** The program of the thread that reads product files. It requests the bytes of the file from the main thread, and sends the rows in portions. */
import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { AppError } from '../../../../platform/errors.ts';
import { type CsvDialect, type CsvFile, readRecords } from './csv.ts';
import type { FileForm, ImportChoices } from './match-columns.ts';
import { readForm, translateRows } from './translate-rows.ts';

export type ReadTask =
  | { kind: 'match'; choices: ImportChoices }
  | { kind: 'rows'; form: FileForm; now: number }
  | { kind: 'records'; dialect: CsvDialect; rows: number[] };

/** What the thread asks; `id` is repeated by the answer. */
export type ThreadMessage =
  | { ask: 'bytes'; id: number; reader: number }
  | { ask: 'close'; reader: number }
  | { ask: 'take'; id: number; items: unknown[] }
  | { ask: 'end'; refusal?: string; error?: unknown };

export type MainMessage = { task: ReadTask; size: number } | { id: number; bytes: Uint8Array | null };

/** A portion is sent when it has this many rows or characters. */
const MAX_ITEMS = 100;
const MAX_LENGTH = 200_000;

/** Lower priority: requests come first when all cores are busy. */
const NICENESS = 10;

// On Linux a thread has a priority of its own; elsewhere this would be the priority of the whole process.
if (os.platform() === 'linux') {
  try {
    os.setPriority(0, NICENESS);
  } catch {
    // Forbidden by some sandboxes.
  }
}

const answers = new Map<number, (bytes: Uint8Array | null) => void>();
let lastId = 0;
let lastReader = 0;

const send = (message: ThreadMessage) => parentPort?.postMessage(message);

function ask(create: (id: number) => ThreadMessage): Promise<Uint8Array | null> {
  lastId += 1;
  const { promise, resolve } = Promise.withResolvers<Uint8Array | null>();
  answers.set(lastId, resolve);
  send(create(lastId));
  return promise;
}

async function* readBytes(): AsyncGenerator<Buffer> {
  lastReader += 1;
  const reader = lastReader;
  try {
    for (;;) {
      const bytes = await ask((id) => ({ ask: 'bytes', id, reader }));
      if (!bytes) return;
      yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
  } finally {
    send({ ask: 'close', reader });
  }
}

async function* perform(file: CsvFile, task: ReadTask): AsyncGenerator<unknown> {
  if (task.kind === 'match') yield await readForm(file, task.choices);
  else if (task.kind === 'rows') yield* translateRows(file, task.form, task.now);
  else {
    const wanted = new Set(task.rows);
    for await (const record of readRecords(file, task.dialect)) if (wanted.has(record.row)) yield record;
  }
}

const measure = (item: unknown): number => {
  const { cells = {} } = item as { cells?: Record<string, string> };
  return Object.values(cells).reduce((sum, cell) => sum + cell.length, 0);
};

async function run({ task, size }: { task: ReadTask; size: number }): Promise<void> {
  try {
    let items: unknown[] = [];
    let length = 0;
    for await (const item of perform({ size, open: readBytes }, task)) {
      items.push(item);
      length += measure(item);
      if (items.length < MAX_ITEMS && length < MAX_LENGTH) continue;
      const portion = items;
      [items, length] = [[], 0];
      await ask((id) => ({ ask: 'take', id, items: portion }));
    }
    if (items.length) await ask((id) => ({ ask: 'take', id, items }));
    send({ ask: 'end' });
  } catch (error) {
    // Messages between threads lose the class of an error.
    send({ ask: 'end', ...(error instanceof AppError ? { refusal: error.message } : { error }) });
  }
}

parentPort?.on('message', (message: MainMessage) => {
  if ('task' in message) void run(message);
  else {
    answers.get(message.id)?.(message.bytes);
    answers.delete(message.id);
  }
});
