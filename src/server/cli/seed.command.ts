import { parseArgs } from 'node:util';
import { seedDemo } from '../seed/seed.ts';
import { type Command, EXIT_CODE, print, withShop } from './command.ts';

export const seedCommand: Command = {
  name: 'seed',
  usage: '',
  summary: 'fill an empty shop with demo products, customers and orders',
  run: async (args) => {
    parseArgs({ args });
    const isSeeded = await withShop((deps) => seedDemo(deps, print));
    if (!isSeeded) print('The shop has products or orders already: nothing was changed.');
    return EXIT_CODE.ok;
  },
};
