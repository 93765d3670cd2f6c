import { RULE_COUNT, verifyShop } from '../order/verify.service.ts';
import { type Command, EXIT_CODE, print, sanitizeForTerminal, withShop } from './command.ts';

export const verifyCommand: Command = {
  usage: 'verify',
  summary: 'check that stock, orders and payments add up, and name what is off; changes nothing',
  run: async (args) => {
    if (args.length) return EXIT_CODE.usage;
    const findings = await withShop((deps) => verifyShop(deps.db, deps.now()));
    for (const { rule, detail } of findings) print(`OFF: ${rule}: ${sanitizeForTerminal(detail)}`);
    print(findings.length ? `${findings.length} findings` : `All ${RULE_COUNT} rules hold`);
    return findings.length ? EXIT_CODE.failed : EXIT_CODE.ok;
  },
};
