import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { SECOND } from '../../contract/values.ts';
import { runChaos } from './chaos.ts';
import { type Command, EXIT_CODE, print } from './command.ts';

const MAX_ORDERS = 100_000;

export const chaosCommand: Command = {
  name: 'chaos',
  aliases: ['torture'],
  usage: '[--orders 1000] [--seed text]',
  summary:
    'buy under random failures in a shop that lives in memory, and check that no order is lost or doubled; your data stay as they are',
  run: async (args) => {
    const { values } = parseArgs({ args, options: { orders: { type: 'string' }, seed: { type: 'string' } } });
    const orders = Number(values.orders ?? 1000);
    if (!Number.isInteger(orders) || orders < 1 || orders > MAX_ORDERS) return EXIT_CODE.usage;
    const seed = values.seed ?? randomUUID().slice(0, 8);
    print(`Seed ${seed}: ${orders} checkouts …`);
    const startedAt = performance.now();
    const { opened, refused, paid, lost, duplicated, serverErrors, findings, acceptedForgeries, failureCounts } = await runChaos(
      orders,
      seed,
    );
    print(`  ${opened} opened, ${refused} refused, ${paid} paid, in ${((performance.now() - startedAt) / SECOND).toFixed(1)} s`);
    print(`  failures: ${[...failureCounts].map(([name, count]) => `${name} ${count}`).join(', ')}`);
    print(
      `  ${lost.length} lost, ${duplicated.length} doubled, ${serverErrors.length} responses of 5xx, ${acceptedForgeries} forged events accepted, ${findings.length} findings`,
    );
    for (const line of [...lost, ...duplicated, ...serverErrors, ...findings]) print(`  FAILED: ${line}`);
    const hasPassed = lost.length + duplicated.length + serverErrors.length + findings.length + acceptedForgeries === 0;
    print(hasPassed ? 'All checks passed' : 'Checks failed');
    return hasPassed ? EXIT_CODE.ok : EXIT_CODE.failed;
  },
};
