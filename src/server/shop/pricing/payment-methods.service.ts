/** The ways to pay: one setting, read and written as a whole. What is connected is one of them, the first until an owner orders them. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Issue } from '../../../contract/errors.ts';
import { isBic, isIban, normalizeIban } from '../../../contract/iban.ts';
import { PAGE_KINDS, type PaymentMethodInput } from '../../../contract/payment-method.ts';
import { isRecord } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { createIssuesError, createVersionConflict } from '../../platform/errors.ts';
import { findVersionedSetting, saveSetting, saveSettingAtVersion } from '../settings/settings.repository.ts';
import { requireWholeAmounts } from '../settings/whole-amounts.service.ts';
import { listAccountEmails } from '../team/login/user.repository.ts';
import { type PaymentMethod, type StoredMethod, toPaymentMethod } from './payment-methods.ts';
import { readShippingSettings } from './pricing-settings.service.ts';

const KEY = 'payment-methods';
/** Of the method that every shop has. */
const ONLINE_ID = '00000000-0000-4000-8000-000000000001';
/** Of the one that PayPal adds. */
const PAYPAL_ID = '00000000-0000-4000-8000-000000000002';
const PAYPAL: StoredMethod = { _id: PAYPAL_ID, kind: 'paypal', name: 'PayPal', description: '', isOn: true };
const ONLINE: StoredMethod = { _id: ONLINE_ID, kind: 'online', name: 'Card', description: '', isOn: true };

type Context = Pick<Deps, 'db' | 'memoize'>;
type PaymentContext = Context & Pick<Deps, 'payment' | 'paypal'>;

const isStored = (value: unknown): value is StoredMethod =>
  isRecord(value) && typeof value._id === 'string' && typeof value.kind === 'string' && typeof value.name === 'string';

async function load(db: Database): Promise<{ stored: StoredMethod[]; version: number }> {
  const { value, version } = await findVersionedSetting(db, KEY);
  const stored = isRecord(value) && Array.isArray(value.methods) ? value.methods.filter(isStored) : [];
  return { stored: stored.some(({ kind }) => kind === 'online') ? stored : [ONLINE, ...stored], version };
}

/** With PayPal, last until an owner orders them, where it is connected. */
const addPaypal = (stored: StoredMethod[], paypal: PaymentContext['paypal'] | undefined) =>
  paypal && !stored.some(({ kind }) => kind === 'paypal') ? [...stored, PAYPAL] : stored;

/** Those that are switched on, in their order; what needs a connection only where somebody is connected. */
export async function readPaymentMethods({ db, memoize, payment, paypal }: PaymentContext): Promise<PaymentMethod[]> {
  const { stored } = await memoize(KEY, () => load(db));
  const isConnected = (kind: string) => (kind === 'online' ? payment : kind === 'paypal' ? (paypal ?? null) : true) !== null;
  return addPaypal(stored, paypal)
    .filter(({ kind, isOn }) => isOn && isConnected(kind))
    .map(toPaymentMethod);
}

export async function readMethodSettings({ db, payment, paypal }: PaymentContext) {
  const { stored: saved, version } = await load(db);
  const stored = addPaypal(saved, paypal);
  const emails = new Map(
    (await listAccountEmails(db, { ids: stored.flatMap((it) => it.customerIds ?? []) })).map((it) => [it.id, it.email]),
  );
  const methods = stored.map(({ customerIds, ...method }) => ({
    ...method,
    ...(customerIds && { customers: customerIds.flatMap((id) => emails.get(id) ?? []) }),
  }));
  return { methods, provider: payment?.name ?? null, ...(paypal && { hasPaypal: true }), version };
}

function listAccountIssues({ kind, account }: PaymentMethodInput, path: string): Issue[] {
  if (kind !== 'bank_transfer') return [];
  const { holder = '', iban = '', bic = '', details = '' } = account ?? {};
  if (!iban.trim() && !details.trim()) return [{ path: `${path}.iban`, code: 'required', message: 'is required, or the account in words' }];
  return [
    ...(holder.trim() ? [] : [{ path: `${path}.holder`, code: 'required' as const, message: 'is required' }]),
    ...(!iban.trim() || isIban(normalizeIban(iban))
      ? []
      : [{ path: `${path}.iban`, code: 'wrong_check_digit' as const, message: 'has a typing error' }]),
    ...(!bic.trim() || isBic(normalizeIban(bic))
      ? []
      : [{ path: `${path}.bic`, code: 'invalid_format' as const, message: 'is not a BIC' }]),
  ];
}

function listIssues(methods: PaymentMethodInput[], rateIds: ReadonlySet<string>, accounts: ReadonlyMap<string, string>): Issue[] {
  const isTwice = PAGE_KINDS.some((page) => methods.filter(({ kind }) => kind === page).length > 1);
  return [
    ...(isTwice ? [{ path: 'methods', code: 'invalid_choice' as const, message: 'may have one online method, and PayPal once' }] : []),
    ...methods.flatMap((method, index): Issue[] => {
      const path = `methods.${index}`;
      const { minimum = null, maximum = null, shippingRates = [], customers = [] } = method;
      const isReversed = minimum !== null && maximum !== null && maximum < minimum;
      const unknownCustomers = customers.filter((email) => !accounts.has(toKey(email)));
      return [
        ...listAccountIssues(method, `${path}.account`),
        ...(isReversed ? [{ path: `${path}.maximum`, code: 'too_small' as const, message: 'is below the minimum', limit: minimum }] : []),
        ...(shippingRates.every((id) => rateIds.has(id))
          ? []
          : [{ path: `${path}.shippingRates`, code: 'unavailable' as const, message: 'has a shipping rate that is gone' }]),
        ...(unknownCustomers.length
          ? [{ path: `${path}.customers`, code: 'unknown' as const, message: `has no account: ${unknownCustomers.slice(0, 3).join(', ')}` }]
          : []),
      ];
    }),
  ];
}

const toKey = (email: string) => email.trim().toLowerCase();

function toStored(
  { customers, account, ...method }: PaymentMethodInput,
  accounts: ReadonlyMap<string, string>,
  seen: Set<string>,
): StoredMethod {
  const ownId = { online: ONLINE_ID, paypal: PAYPAL_ID }[method.kind as string];
  const known = method._id ?? ownId;
  const _id = known && !seen.has(known) ? known : randomUUID();
  seen.add(_id);
  const customerIds =
    method.kind === 'invoice' ? [...new Set((customers ?? []).flatMap((email) => accounts.get(toKey(email)) ?? []))] : null;
  return {
    ...method,
    _id,
    name: method.name.trim(),
    ...(method.kind === 'bank_transfer' && account && { account: toAccount(account) }),
    ...(customerIds && { customerIds }),
  };
}

const toAccount = ({ holder, iban, bic, details }: NonNullable<PaymentMethodInput['account']>) => ({
  holder: holder.trim(),
  iban: normalizeIban(iban),
  bic: normalizeIban(bic),
  details: details.trim(),
});

/** Throws `invalid_request`, and `version_conflict` unless the setting already has what was sent. */
export async function updateMethods(deps: PaymentContext, methods: PaymentMethodInput[], version: number | undefined) {
  const { zones } = (await readShippingSettings(deps)).shipping;
  const rateIds = new Set(zones.flatMap(({ rates }) => rates.flatMap(({ _id }) => _id ?? [])));
  const emails = methods.flatMap(({ customers = [] }) => customers.map(toKey));
  const accounts = new Map((await listAccountEmails(deps.db, { emails })).map(({ id, email }) => [toKey(email), id]));
  const issues = listIssues(methods, rateIds, accounts);
  if (issues.length) throw createIssuesError(issues);
  await requireWholeAmounts(
    deps,
    Object.fromEntries(
      methods.flatMap(({ fee, minimum, maximum }, index) =>
        Object.entries({ fee, minimum, maximum }).map(([name, amount]) => [`methods.${index}.${name}`, amount]),
      ),
    ),
  );
  const seen = new Set<string>();
  const stored = methods.map((method) => toStored(method, accounts, seen));
  const value = { methods: stored };
  const saved = version === undefined ? await saveSetting(deps.db, KEY, value) : await saveSettingAtVersion(deps.db, KEY, value, version);
  const now = await readMethodSettings(deps);
  if (saved === null && !isDeepStrictEqual((await load(deps.db)).stored.map(withoutId), stored.map(withoutId)))
    throw createVersionConflict(now);
  return now;
}

const withoutId = ({ _id, ...method }: StoredMethod) => method;
