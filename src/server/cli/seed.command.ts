import { parseArgs } from 'node:util';
import { type Command, EXIT_CODE, print, runOperation } from './command.ts';

export const seedCommand: Command = {
  name: 'seed',
  usage: '',
  summary: 'fill an empty shop with demo products, customers and orders',
  run: async (args) => {
    parseArgs({ args });
    const isSeeded = await runOperation('seed', { input: {}, onReport: print });
    if (!isSeeded) print('The shop has products or orders already: nothing was changed.');
    return EXIT_CODE.ok;
  },
};
