import { RULE_COUNT, verifyShop } from '../order/verify.service.ts';
import { type Command, EXIT, printable, say, withShop } from './command.ts';

export const verifyCommand: Command = {
  usage: 'verify',
  summary: 'check that stock, orders and payments add up, and name what is off; changes nothing',
  run: async (args) => {
    if (args.length) return EXIT.usage;
    const findings = await withShop((deps) => verifyShop(deps.db, deps.now()));
    for (const { rule, what } of findings) say(`OFF: ${rule}: ${printable(what)}`);
    say(findings.length ? `${findings.length} findings` : `All ${RULE_COUNT} rules hold`);
    return findings.length ? EXIT.failed : EXIT.ok;
  },
};
