import { seedDemo } from '../seed/seed.ts';
import { type Command, EXIT_CODE, print, withShop } from './command.ts';

export const seedCommand: Command = {
  usage: 'seed',
  summary: 'fill an empty shop with the demo goods, shoppers and orders',
  run: async (args) => {
    if (args.length) return EXIT_CODE.usage;
    const isSeeded = await withShop((deps) => seedDemo(deps, print));
    if (!isSeeded) print('The shop has products or orders already: nothing was changed.');
    return EXIT_CODE.ok;
  },
};
