/** The type of the commands of `npm run shop`, and what they share. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { uncached } from '../platform/cache/open-response-cache.ts';
import { openClock } from '../platform/database/clock.ts';
import { openDatabase } from '../platform/database/connect.ts';
import { describeError } from '../platform/log/serialize-error.ts';
import { createFilesPrivately } from '../platform/process/data-dir.ts';
import { readConfig } from '../platform/settings/read-config.ts';
import { openDownloadStores } from '../platform/storage/piece-store.ts';
import { openConnections } from '../shop/connections/connections.ts';
import { openImageStores } from '../shop/content/media/store-image.ts';
import { type Finding, RULE_COUNT } from '../shop/integrity/verify.service.ts';
import { type OperationName, type Operations, perform } from './command-operations.ts';
import { callRunningShop, isShopRunning, type OperationCall } from './operator-socket.ts';

export function createHelpCommand(commands: readonly Command[]): Command {
  const help: Command = {
    name: 'help',
    usage: '',
    summary: 'show this',
    run: async () => {
      print('npm run shop -- <command>\n');
      for (const command of [...commands, help]) print(`  ${formatUsage(command)}\n      ${command.summary}`);
      print('\nThe settings are those of the shop itself, from .env or the environment: DATA_DIR, DATABASE_URL …');
      return EXIT_CODE.ok;
    },
  };
  return help;
}

export interface Command {
  name: string;
  /** Other names by which it can be called. */
  aliases?: readonly string[];
  /** The arguments as help shows them; empty where there are none. */
  usage: string;
  summary: string;
  /** Returns the exit code. Throws an Error whose message is for the operator; errors of parseArgs mean wrong usage. */
  run: (args: string[]) => Promise<number>;
}

/** 2 is what shells return for wrong usage. */
export const EXIT_CODE = { ok: 0, failed: 1, usage: 2 } as const;

export function print(line: string): void {
  console.log(line);
}

/** The log of a command. */
export function warn(details: object, message: string): void {
  console.error('err' in details ? `${message}: ${describeError(details.err)}` : message, 'err' in details ? '' : details);
}

export function printFindings(findings: readonly Finding[]): void {
  for (const { rule, detail } of findings) print(`FAILED: ${rule}: ${sanitizeForTerminal(detail)}`);
  print(findings.length ? `${findings.length} findings` : `All ${RULE_COUNT} rules hold`);
}

async function* noLines(): AsyncGenerator<never> {}

/** Runs it in this process, with the database open for that time. Throws if another process has the embedded database open. */
async function runHere<Name extends OperationName>(
  config: ReturnType<typeof readConfig>,
  name: Name,
  { input, lines = noLines(), onReport = () => undefined }: OperationCall<Name>,
): Promise<Operations[Name]['result']> {
  createFilesPrivately();
  const database = await openDatabase(config, { warn });
  try {
    const imageStores = openImageStores(config.dataDir, config.storage);
    const downloadStores = openDownloadStores(config.dataDir, config.storage);
    const { retention } = config;
    const now = await openClock(database, { warn });
    // The demo provider's own events are delivered by the shop that runs.
    const { payment, paypal, formerPayments, manualPayment, publicUrl } = await openConnections(config, {
      db: database.db,
      now,
      memoize: uncached,
      deliver: async () => 503,
    });
    const deps = {
      db: database.db,
      payment,
      paypal,
      formerPayments,
      manualPayment,
      images: imageStores.current,
      imageStores,
      downloadStores,
      now,
      publicUrl,
      retention,
    };
    const context = { input, lines, report: onReport, signal: new AbortController().signal };
    return (await perform(deps, name, context)) as Operations[Name]['result'];
  } finally {
    await database.close();
  }
}

/** Commands that can run before a shop's first start. The others would run on the empty database that they have just created. */
const STARTS_A_SHOP: ReadonlySet<OperationName> = new Set(['list-product-names', 'import', 'seed']);

/** Runs the operation in the running shop if that has the embedded database open, otherwise in this process. */
export async function runOperation<Name extends OperationName>(name: Name, call: OperationCall<Name>): Promise<Operations[Name]['result']> {
  const config = readConfig();
  if (!config.databaseUrl && (await isShopRunning(config.dataDir))) return callRunningShop(config.dataDir, name, call);
  if (!config.databaseUrl && !STARTS_A_SHOP.has(name) && !existsSync(path.join(config.dataDir, 'database')))
    throw new Error(
      `There is no shop in ${path.resolve(config.dataDir)}. Set DATABASE_URL or DATA_DIR to the shop's own, or start the shop once.`,
    );
  return runHere(config, name, call);
}

/** Removes control characters, so that text from a file can't move the cursor or colour the terminal. */
export function sanitizeForTerminal(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** As it is typed after `npm run shop --`. */
export function formatUsage({ name, usage }: Command): string {
  return `${name} ${usage}`.trim();
}

/** `12,000` */
export const formatNumber = (count: number): string => count.toLocaleString('en-US');

/** `1 row`, `12,000 rows` */
export const formatCount = (count: number, what: string): string => `${formatNumber(count)} ${count === 1 ? what : `${what}s`}`;
