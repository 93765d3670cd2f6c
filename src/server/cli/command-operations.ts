import { randomUUID } from 'node:crypto';
import * as Type from 'typebox';
import { Check } from 'typebox/value';
import type { GuestData } from '../../contract/customer.ts';
import { STOCK_MAX } from '../../contract/limits.ts';
import type { PersonalData } from '../../contract/privacy.ts';
import { IMPORT_MATCHES, type ImportMatch } from '../../contract/product-import-fields.ts';
import type { Deps } from '../deps.ts';
import type { OpenDatabase } from '../platform/database/connect.ts';
import { runInContext } from '../platform/monitoring/request-context.ts';
import type { NewField } from '../shop/catalog/import/reading/guess-fields.ts';
import type { ImportChoices } from '../shop/catalog/import/reading/match-columns.ts';
import { type ImportProgress, type ImportResult, importProducts } from '../shop/catalog/import/rows/import-products.ts';
import { listProductNames } from '../shop/catalog/import/rows/match.repository.ts';
import { findMapping } from '../shop/catalog/import/runs/upload.repository.ts';
import { type MoveProgress, moveImages, type StoreKind } from '../shop/content/media/move.ts';
import { findGuestId } from '../shop/customers/privacy/privacy.repository.ts';
import { eraseAccount, eraseGuest, exportGuestData, exportPersonalData } from '../shop/customers/privacy/privacy.service.ts';
import { readHead } from '../shop/integrity/audit/audit.repository.ts';
import { sealAuditLog } from '../shop/integrity/audit/audit.service.ts';
import { goLive } from '../shop/integrity/backup/restored-copy.repository.ts';
import { type Finding, verifyShop } from '../shop/integrity/verify.service.ts';
import { resendFailedEmails } from '../shop/messages/emails/resend-emails.service.ts';
import { resendFailedDeliveries } from '../shop/messages/webhooks/delivery.service.ts';
import { type EndedCheckouts, endLostCheckouts } from '../shop/orders/checkout/end-checkout.service.ts';
import { readFailedDeliveries, readFailedEmails } from '../shop/reports/metrics/metrics.repository.ts';
import { seedDemo } from '../shop/seed/seed.ts';
import { findCredentials } from '../shop/team/login/user.repository.ts';
import { createAdmin } from '../shop/team/roles/team.service.ts';
import { unpackRows } from './import-lines.ts';

/** What the commands do with a shop, in this process or in the running shop that holds the embedded database (operator-socket.ts). */
export interface ShopDeps
  extends Pick<
    Deps,
    | 'db'
    | 'images'
    | 'imageStores'
    | 'downloadStores'
    | 'now'
    | 'payment'
    | 'paypal'
    | 'formerPayments'
    | 'manualPayment'
    | 'publicUrl'
    | 'retention'
  > {
  /** Only for the embedded database on disk. */
  copyDatabase?: OpenDatabase['copyFiles'];
}

/** For each operation: its input, what it reports while it runs, and its result. All of it must be JSON. */
export interface Operations {
  'list-product-names': { input: object; report: never; result: string[] };
  /** What was chosen by hand for files with this first row. */
  'find-import-choices': { input: { header: string[] }; report: never; result: ImportChoices | null };
  import: {
    input: { skipExisting: boolean; match?: ImportMatch; uncountedStock?: number; hidesImageless?: boolean; newFields?: NewField[] };
    report: ImportProgress;
    result: ImportResult;
  };
  seed: { input: object; report: string; result: boolean };
  admin: { input: { email: string; password: string }; report: never; result: { email: string } };
  'export-customer': { input: { email: string }; report: never; result: PersonalData | GuestData };
  'erase-customer': { input: { email: string }; report: never; result: CustomerKind };
  /** Ids of unpaid checkouts; null: those that the provider doesn't know any more. */
  'end-checkouts': { input: { ids: string[] | null }; report: never; result: EndedCheckouts };
  verify: { input: object; report: never; result: Finding[] };
  /** The last entry of the audit log, once all entries are sealed; null: the log is empty. */
  'audit-head': { input: object; report: never; result: { position: number; hash: string } | null };
  'move-images': { input: { from: StoreKind; to: StoreKind }; report: MoveProgress; result: MoveProgress };
  /** Copies the embedded database's files to a folder; returns for how many milliseconds other queries waited. */
  'copy-database': { input: { to: string }; report: never; result: { heldMs: number } };
  /** Failed emails or given-up webhooks, one or all; returns how many are sent again, and how many stay as they are. */
  resend: { input: { what: 'emails' | 'webhooks'; id?: string }; report: never; result: { queued: number; failed: number } };
  /** Declares that a restored copy is the shop now; false if it was already. */
  'go-live': { input: object; report: never; result: boolean };
}
export type OperationName = keyof Operations;

export interface OperationContext<Name extends OperationName> {
  input: Operations[Name]['input'];
  /** The rows of an import; empty for other operations. */
  lines: AsyncIterable<unknown>;
  report: (what: Operations[Name]['report']) => void;
  /** Aborted when the shop is about to end. */
  signal: AbortSignal;
}

type OperationTable = {
  [Name in OperationName]: (deps: ShopDeps, context: OperationContext<Name>) => Promise<Operations[Name]['result']>;
};

type CustomerKind = 'account' | 'guest';

/** An account comes first: whoever erases it, and names the email again, erases the guest with the same email too. */
async function findCustomer({ db }: ShopDeps, email: string): Promise<{ kind: CustomerKind; id: string }> {
  const account = await findCredentials(db, email);
  if (account) return { kind: 'account', id: account.user._id };
  const guest = await findGuestId(db, email);
  if (guest) return { kind: 'guest', id: guest };
  throw new Error(`There is neither an account nor a guest with the email ${email}`);
}

const OPERATIONS: OperationTable = {
  'list-product-names': async ({ db }) => [...(await listProductNames(db))],
  'find-import-choices': async ({ db }, { input }) => {
    const found = await findMapping(db, input.header);
    return found?.kind !== 'products'
      ? null
      : { format: found.format, mapping: found.mapping, ...(found.numbers && { numbers: found.numbers }) };
  },
  import: (deps, { input, lines, report, signal }) => importProducts(deps, { ...unpackRows(lines), ...input, onProgress: report, signal }),
  seed: (deps, { report }) => seedDemo(deps, report),
  admin: async (deps, { input }) => ({ email: (await createAdmin(deps, input)).email }),
  'export-customer': async (deps, { input }) => {
    const { kind, id } = await findCustomer(deps, input.email);
    return kind === 'account' ? exportPersonalData(deps, id) : exportGuestData(deps, id);
  },
  'erase-customer': async (deps, { input }) => {
    const { kind, id } = await findCustomer(deps, input.email);
    await (kind === 'account' ? eraseAccount : eraseGuest)(deps, id);
    return kind;
  },
  'end-checkouts': (deps, { input, signal }) => endLostCheckouts(deps, input.ids, signal),
  verify: ({ db, now }) => verifyShop(db, now()),
  'audit-head': async ({ db }) => {
    await sealAuditLog(db);
    return readHead(db);
  },
  resend: async (deps, { input: { what, id } }) => {
    const isEmails = what === 'emails';
    const queued = await (isEmails ? resendFailedEmails(deps, id) : resendFailedDeliveries(deps, id ? { id } : {}));
    const { count: failed } = await (isEmails ? readFailedEmails : readFailedDeliveries)(deps.db);
    return { queued, failed };
  },
  'move-images': async ({ imageStores, downloadStores }, { input, report, signal }) => {
    const images = await moveImages(imageStores, input, report, signal);
    const add = ({ moved, total, bytes }: MoveProgress) => ({
      moved: images.moved + moved,
      total: images.total + total,
      bytes: images.bytes + bytes,
    });
    return add(await moveImages(downloadStores, input, (progress) => report(add(progress)), signal));
  },
  'copy-database': async ({ copyDatabase }, { input }) => {
    if (!copyDatabase) throw new Error('This database has no files to copy');
    return { heldMs: await copyDatabase(input.to) };
  },
  'go-live': ({ db }) => goLive(db),
};

const NO_INPUT = Type.Object({});
const STORE_KIND = Type.Union([Type.Literal('folder'), Type.Literal('s3')]);
const INPUTS = {
  'list-product-names': NO_INPUT,
  'find-import-choices': Type.Object({ header: Type.Array(Type.String()) }),
  import: Type.Object({
    skipExisting: Type.Boolean(),
    match: Type.Optional(Type.Enum(IMPORT_MATCHES)),
    uncountedStock: Type.Optional(Type.Integer({ minimum: 0, maximum: STOCK_MAX })),
    hidesImageless: Type.Optional(Type.Boolean()),
  }),
  seed: NO_INPUT,
  admin: Type.Object({ email: Type.String(), password: Type.String() }),
  'export-customer': Type.Object({ email: Type.String() }),
  'erase-customer': Type.Object({ email: Type.String() }),
  'end-checkouts': Type.Object({ ids: Type.Union([Type.Array(Type.String({ format: 'uuid' })), Type.Null()]) }),
  verify: NO_INPUT,
  'audit-head': NO_INPUT,
  'move-images': Type.Object({ from: STORE_KIND, to: STORE_KIND }),
  'copy-database': Type.Object({ to: Type.String() }),
  resend: Type.Object({
    what: Type.Union([Type.Literal('emails'), Type.Literal('webhooks')]),
    id: Type.Optional(Type.String({ format: 'uuid' })),
  }),
  'go-live': NO_INPUT,
};

export const isOperationName = (name: string): name is OperationName => Object.hasOwn(OPERATIONS, name);

export function isInputOf<Name extends OperationName>(name: Name, input: unknown): input is Operations[Name]['input'] {
  return Check(INPUTS[name], input);
}

/** The audit log names the command as the actor. The caller has validated the input. */
export function perform(deps: ShopDeps, name: OperationName, context: object): Promise<unknown> {
  // TypeScript doesn't see that the table's entry and the context belong to the same name.
  const operation = OPERATIONS[name] as (deps: ShopDeps, context: object) => Promise<unknown>;
  return runInContext({ id: randomUUID(), span: null, actor: { kind: 'command', name } }, () => operation(deps, context));
}
