import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Command, EXIT, say } from './command.ts';
import { torture } from './torture.ts';

const MOST = 100_000;

export const tortureCommand: Command = {
  usage: 'torture [--orders 1000] [--seed text]',
  summary: 'buy under random faults in a shop that lives in memory, and check that no order is lost or doubled; touches nothing of yours',
  run: async (args) => {
    const { values } = parseArgs({ args, options: { orders: { type: 'string' }, seed: { type: 'string' } } });
    const orders = Number(values.orders ?? 1000);
    if (!Number.isInteger(orders) || orders < 1 || orders > MOST) return EXIT.usage;
    const seed = values.seed ?? randomUUID().slice(0, 8);
    say(`Seed ${seed}: ${orders} checkouts …`);
    const began = performance.now();
    const { opened, refused, paid, lost, doubled, broken, findings, fooled, tally } = await torture(orders, seed);
    say(`  ${opened} opened, ${refused} refused, ${paid} paid, in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    say(`  troubles: ${[...tally].map(([name, count]) => `${name} ${count}`).join(', ')}`);
    say(
      `  ${lost.length} lost, ${doubled.length} doubled, ${broken.length} answers of 5xx, ${fooled} forged events believed, ${findings.length} findings`,
    );
    for (const line of [...lost, ...doubled, ...broken, ...findings]) say(`  OFF: ${line}`);
    const isWell = lost.length + doubled.length + broken.length + findings.length + fooled === 0;
    say(isWell ? 'All is true' : 'Something is off');
    return isWell ? EXIT.ok : EXIT.failed;
  },
};
