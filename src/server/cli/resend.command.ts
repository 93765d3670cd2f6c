import { parseArgs } from 'node:util';
import { type Command, EXIT_CODE, formatCount, print, runOperation } from './command.ts';

/** What each can be named by, and what is counted of it. */
const NOUNS = { emails: 'email', webhooks: 'webhook' } as const;
const isNoun = (what: string | undefined): what is keyof typeof NOUNS => what !== undefined && Object.hasOwn(NOUNS, what);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const resendCommand: Command = {
  name: 'resend',
  usage: 'emails|webhooks [--id <id>]',
  summary: 'send failed emails or given-up webhooks again, one or all, once their server takes them; emails whose links have ended stay',
  run: async (args) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { id: { type: 'string' } } });
    const [what, ...others] = positionals;
    const { id } = values;
    if (!isNoun(what) || others.length || (id !== undefined && !UUID.test(id))) return EXIT_CODE.usage;
    const { queued, failed } = await runOperation('resend', { input: { what, ...(id !== undefined && { id }) } });
    print(`${formatCount(queued, NOUNS[what])} to be sent again`);
    if (failed) print(`${formatCount(failed, NOUNS[what])} still failed`);
    return id !== undefined && queued === 0 ? EXIT_CODE.failed : EXIT_CODE.ok;
  },
};
