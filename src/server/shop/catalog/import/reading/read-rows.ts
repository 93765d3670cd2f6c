import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../../platform/errors.ts';
import type { CsvRow } from '../formats/format.ts';
import type { CsvFile, CsvRecord } from './csv.ts';
import { type FileForm, getFormat, type ImportChoices, type ImportPlan, requireColumns } from './match-columns.ts';
import type { MainMessage, ReadTask, ThreadMessage } from './read-thread.ts';

/**
 * Reads files as rows of the shop's own columns, in a worker thread: a large file takes seconds of work, during which nobody else would be
 * served. read-thread.ts is the thread's program, translate-rows.ts what it does. A thread reads one file at a time and is kept for the next; a
 * file that needs too much memory ends its thread, not the shop.
 */
/** Beside this file as source; in the build (vite.config.ts) beside the chunk that this file is part of. */
const PROGRAM = new URL(`./read-thread${path.extname(import.meta.filename)}`, import.meta.url);

/** WooCommerce's variations are kept until their products are read, which may be most of a file of 50 MB. */
const MEMORY_MB = 768;

let idle: Worker | null = null;

function takeThread(): Worker {
  // Without the process's own flags, which may name modules that only the main thread can run.
  const thread = idle ?? new Worker(PROGRAM, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  idle = null;
  thread.removeAllListeners();
  // A busy thread keeps the process alive, so that a command can wait for its file; an idle one doesn't.
  thread.ref();
  return thread;
}

function keepThread(thread: Worker): void {
  thread.removeAllListeners();
  // An error of an idle thread would otherwise end the process.
  thread.on('error', () => undefined);
  thread.on('exit', () => {
    if (idle === thread) idle = null;
  });
  thread.unref();
  if (idle) void thread.terminate();
  else idle = thread;
}

const isOutOfMemory = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

type Ended = Extract<ThreadMessage, { ask: 'end' }>;

/** Throws `invalid_request` as the task does, and for a file that takes too much memory. */
export async function* readInThread<Item>(file: CsvFile, task: ReadTask): AsyncGenerator<Item> {
  const thread = takeThread();
  const readers = new Map<number, AsyncIterator<Buffer>>();
  const portions: { id: number; items: Item[] }[] = [];
  let ended: Ended | null = null;
  let wake: () => void = () => undefined;
  const end = (how: Ended) => {
    ended ??= how;
    wake();
  };
  const answer = (message: MainMessage) => thread.postMessage(message);
  const readBytes = async (id: number, reader: number) => {
    try {
      const iterator = readers.get(reader) ?? file.open()[Symbol.asyncIterator]();
      readers.set(reader, iterator);
      const { value, done } = await iterator.next();
      answer({ id, bytes: done ? null : value });
    } catch (error) {
      end({ ask: 'end', error });
    }
  };
  thread.on('message', (message: ThreadMessage) => {
    if (message.ask === 'bytes') void readBytes(message.id, message.reader);
    else if (message.ask === 'close') {
      void readers.get(message.reader)?.return?.();
      readers.delete(message.reader);
    } else if (message.ask === 'take') {
      portions.push({ id: message.id, items: message.items as Item[] });
      wake();
    } else end(message);
  });
  thread.on('error', (error) =>
    end(
      isOutOfMemory(error) ? { ask: 'end', refusal: 'The file needs too much memory: split it into several files' } : { ask: 'end', error },
    ),
  );
  thread.on('exit', (code) => end({ ask: 'end', error: new Error(`A thread that reads a file ended with ${code}`) }));
  let isOver = false;
  try {
    answer({ task, size: file.size });
    for (;;) {
      const portion = portions.shift();
      if (portion) {
        // The thread goes on with the next portion meanwhile.
        answer({ id: portion.id, bytes: null });
        yield* portion.items;
      } else if (ended) break;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    const { refusal, error } = ended as Ended;
    isOver = error === undefined;
    if (refusal !== undefined) throw new AppError('invalid_request', refusal);
    if (error !== undefined) throw error;
  } finally {
    for (const reader of readers.values()) void reader.return?.();
    if (isOver) keepThread(thread);
    else {
      thread.removeAllListeners();
      thread.on('error', () => undefined);
      void thread.terminate();
    }
  }
}

const toForm = ({ file: _file, format: _format, ...form }: ImportPlan): FileForm => form;

/**
 * Doesn't check whether required columns are there. Throws `invalid_request` for what is no CSV file, and for one whose first row can't be
 * read or has too many columns.
 */
export async function matchFile(file: CsvFile, choices: ImportChoices = {}): Promise<ImportPlan> {
  let found: FileForm | undefined;
  for await (const form of readInThread<FileForm>(file, { kind: 'match', choices })) found = form;
  if (!found) throw new Error('a file has a form');
  return { ...found, file, format: getFormat(found.kind, found.formatName) };
}

/** Skips blank rows. Throws `invalid_request` if required columns are missing. */
export async function* readRows(plan: ImportPlan, now = new Date()): AsyncGenerator<CsvRow> {
  requireColumns(plan);
  yield* readInThread<CsvRow>(plan.file, { kind: 'rows', form: toForm(plan), now: now.getTime() });
}

/** These rows of the file as they stand in it, by their numbers. */
export async function* readRecordsAt({ file, dialect }: ImportPlan, rows: ReadonlySet<number>): AsyncGenerator<CsvRecord> {
  yield* readInThread<CsvRecord>(file, { kind: 'records', dialect, rows: [...rows] });
}
