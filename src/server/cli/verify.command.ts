import { parseArgs } from 'node:util';
import { RULE_COUNT } from '../order/verify.service.ts';
import { type Command, EXIT_CODE, print, runOperation, sanitizeForTerminal } from './command.ts';

export const verifyCommand: Command = {
  name: 'verify',
  usage: '',
  summary: 'check that stock, orders and payments add up, and list what does not; changes nothing',
  run: async (args) => {
    parseArgs({ args });
    const findings = await runOperation('verify', { input: {} });
    for (const { rule, detail } of findings) print(`FAILED: ${rule}: ${sanitizeForTerminal(detail)}`);
    print(findings.length ? `${findings.length} findings` : `All ${RULE_COUNT} rules hold`);
    return findings.length ? EXIT_CODE.failed : EXIT_CODE.ok;
  },
};
