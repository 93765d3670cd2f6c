/** Commands that check the shop (`verify`, `audit`), and that finish what got stuck (`checkouts`, `resend`). */
import { parseArgs } from 'node:util';
import { isUuid } from '../../contract/values.ts';
import { type Command, EXIT_CODE, formatCount, print, printFindings, runOperation } from './command.ts';

export const verifyCommand: Command = {
  name: 'verify',
  usage: '',
  summary: "check that stock, orders and payments add up, and list what doesn't; changes nothing",
  run: async (args) => {
    parseArgs({ args });
    const findings = await runOperation('verify', { input: {} });
    printFindings(findings);
    return findings.length ? EXIT_CODE.failed : EXIT_CODE.ok;
  },
};

export const auditCommand: Command = {
  name: 'audit',
  usage: '',
  summary: 'print the last hash of the audit log: kept elsewhere, it proves that no earlier entry was changed',
  run: async (args) => {
    parseArgs({ args });
    const head = await runOperation('audit-head', { input: {} });
    print(head ? `${head.position} ${head.hash}` : 'The audit log is empty');
    return EXIT_CODE.ok;
  },
};

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
    for (const { id, why } of kept) print(`${id}: unchanged. ${why}`);
    print(`${formatCount(ended.length, 'checkout')} ended${kept.length ? `, ${formatCount(kept.length, 'checkout')} left` : ''}`);
    return kept.length ? EXIT_CODE.failed : EXIT_CODE.ok;
  },
};

/** What each can be named by, and what is counted of it. */
const NOUNS = { emails: 'email', webhooks: 'webhook' } as const;
const isNoun = (what: string | undefined): what is keyof typeof NOUNS => what !== undefined && Object.hasOwn(NOUNS, what);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const resendCommand: Command = {
  name: 'resend',
  usage: 'emails|webhooks [--id <id>]',
  summary: "send failed emails or webhooks again, one or all; emails with expired links aren't sent again",
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
