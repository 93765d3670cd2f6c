import { parseArgs } from 'node:util';
import { type Command, EXIT_CODE, printFindings, runOperation } from './command.ts';

export const verifyCommand: Command = {
  name: 'verify',
  usage: '',
  summary: 'check that stock, orders and payments add up, and list what does not; changes nothing',
  run: async (args) => {
    parseArgs({ args });
    const findings = await runOperation('verify', { input: {} });
    printFindings(findings);
    return findings.length ? EXIT_CODE.failed : EXIT_CODE.ok;
  },
};
