import { parseArgs } from 'node:util';
import { type Command, EXIT_CODE, print, runOperation } from './command.ts';

export const auditCommand: Command = {
  name: 'audit',
  usage: '',
  summary: 'print the end of the audit log: kept elsewhere, it proves that no entry before it was changed since',
  run: async (args) => {
    parseArgs({ args });
    const head = await runOperation('audit-head', { input: {} });
    print(head ? `${head.position} ${head.hash}` : 'The audit log is empty');
    return EXIT_CODE.ok;
  },
};
