/**
 * Asks all other processes to confirm that they have processed everything committed so far. The question (`ping`) and the answers (`pong`)
 * are notifications. These arrive in order, so whoever reads the question has read the notifications of all earlier changes.
 */
import { randomUUID } from 'node:crypto';
import pTimeout from 'p-timeout';
import type { ListenConnection } from './listen-connection.ts';

export interface Acknowledgements {
  /** Resolves once every other process has answered, or after `timeoutMs`. Processes silent for longer than that aren't asked. */
  request: (connection: ListenConnection | null, timeoutMs: number) => Promise<void>;
  /** Answers another process's question, or counts an answer to our own. */
  handleMessage: (connection: ListenConnection | null, message: string) => void;
}

export function createAcknowledgements(): Acknowledgements {
  const onAnswerById = new Map<string, (pid: number) => void>();
  return {
    request: async (connection, timeoutMs) => {
      const id = randomUUID();
      const answered = new Set<number>();
      let asked: number[] | null = null;
      const { promise: allAnswered, resolve } = Promise.withResolvers<void>();
      const resolveIfComplete = () => {
        if (asked?.every((pid) => answered.has(pid))) resolve();
      };
      onAnswerById.set(id, (pid) => {
        answered.add(pid);
        resolveIfComplete();
      });
      const ask = async () => {
        asked = (await connection?.broadcast(`ping:${id}`, timeoutMs)) ?? null;
        resolveIfComplete();
      };
      // Where the question can't be asked, only the timeout is safe.
      ask().catch(() => undefined);
      await pTimeout(allAnswered, { milliseconds: timeoutMs, fallback: () => undefined });
      onAnswerById.delete(id);
    },
    handleMessage: (connection, message) => {
      const [kind, id = '', pid] = message.split(':');
      if (kind === 'ping') connection?.notify(`pong:${id}:${connection.pid}`).catch(() => undefined);
      else onAnswerById.get(id)?.(Number(pid));
    },
  };
}
