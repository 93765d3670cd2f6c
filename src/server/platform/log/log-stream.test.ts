/** What a process has logged when it ends. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Runs a program that has `stream`, `log` (pino's) and `writeLines`; returns what it has printed. With `isKilled` it is, once it prints. */
function run(program: string, { isKilled = false } = {}): Promise<string> {
  const script = `import { pino } from 'pino';
    import { openLogStream } from ${JSON.stringify(path.join(import.meta.dirname, 'logger.ts'))};
    const stream = openLogStream();
    const log = pino({}, stream);
    const writeLines = (count) => { for (let n = 0; n < count; n += 1) log.info({ n }, 'line'); };
    ${program}`;
  return new Promise((resolve) => {
    const args = ['--input-type=module', '-e', script];
    const child = execFile(process.execPath, args, { cwd: import.meta.dirname }, (_error, stdout) => resolve(stdout));
    if (isKilled) child.stdout?.once('data', () => child.kill('SIGKILL'));
  });
}

const count = (output: string) => output.split('\n').filter((line) => line.includes('"msg":"line"')).length;

test.each([
  ['ends', ''],
  ['is stopped', 'process.exit(1);'],
  ['crashes', 'throw new Error("boom");'],
  ['crashes later', 'setTimeout(() => { writeLines(50); null.it; }, 20);'],
])('[WATCH-8] a process that %s leaves no line of the log unwritten', async (_how, end) => {
  expect(count(await run(`writeLines(500); ${end}`))).toBe(end.includes('writeLines') ? 550 : 500);
});

test('[WATCH-8] a warning is written at once, after what came before it', async () => {
  const output = await run(`writeLines(3); log.warn('now'); writeLines(2); process.kill(process.pid, 'SIGKILL');`);
  expect(count(output)).toBe(3);
  expect(output.trim().split('\n').at(-1)).toContain('"msg":"now"');
});

test('[WATCH-8] a quiet shop writes its line a moment later', async () => {
  expect(count(await run('writeLines(1); setInterval(() => undefined, 1000);', { isKilled: true }))).toBe(1);
});
