import { parseArgs } from 'node:util';
import { isUuid } from '../../contract/values.ts';
import { type Command, EXIT_CODE, formatCount, print, runOperation } from './command.ts';

export const checkoutsCommand: Command = {
  name: 'checkouts',
  usage: 'end --lost | end <id> …',
  summary:
    "end unpaid checkouts and release their stock: --lost those that the payment provider doesn't know any more, as after a change of its keys, or whose provider isn't set up any more; <id> single ones",
  run: async (args) => {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { lost: { type: 'boolean', default: false } } });
    const [action, ...ids] = positionals;
    if (action !== 'end' || values.lost === ids.length > 0 || !ids.every(isUuid)) return EXIT_CODE.usage;
    const { ended, kept } = await runOperation('end-checkouts', { input: { ids: values.lost ? null : ids } });
    for (const id of ended) print(`${id}: ended`);
    for (const { id, why } of kept) print(`${id}: left as it is. ${why}`);
    print(`${formatCount(ended.length, 'checkout')} ended${kept.length ? `, ${formatCount(kept.length, 'checkout')} left` : ''}`);
    return kept.length ? EXIT_CODE.failed : EXIT_CODE.ok;
  },
};
