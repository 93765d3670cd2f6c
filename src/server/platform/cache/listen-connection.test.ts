import { expect, inject, onTestFinished, test } from 'vitest';
import { startPostgres } from '../../../../tests/support/postgres.ts';
import { isFullRun } from '../../../../tests/support/projects.ts';
import { createAcknowledgements } from './acknowledgements.ts';
import { type ListenConnection, openListenConnection } from './listen-connection.ts';

test.runIf(isFullRun && inject('server'))(
  '[KEPT-1] instances confirm a change to each other without waiting for a disk or a standby',
  { tags: ['full'] },
  async () => {
    // Whose standby is gone: each commit that waits for it waits for ever.
    const postgres = await startPostgres(['-c', 'synchronous_standby_names=nowhere']);
    onTestFinished(() => postgres.stop());
    const heard: string[] = [];
    const open = async (name: string): Promise<ListenConnection> => {
      const acknowledgements = createAcknowledgements();
      const connection: ListenConnection = await openListenConnection(postgres.urlOf('postgres'), {
        onChange: () => undefined,
        onMessage: (message) => {
          heard.push(`${name} ${message.split(':')[0]}`);
          acknowledgements.handleMessage(connection, message);
        },
        onConnectionLost: () => heard.push(`${name} was lost`),
      });
      onTestFinished(() => connection.close());
      return connection;
    };
    const [asking, answering] = [await open('asking'), await open('answering')];
    expect(await asking.broadcast('ping:question', 60_000)).toEqual([answering.pid]);
    await expect.poll(() => heard).toContain('asking pong');
    expect(heard.filter((it) => it.endsWith('lost'))).toEqual([]);
  },
);
