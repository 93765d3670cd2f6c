/**
 * VIES of the European Commission (https://ec.europa.eu/taxation_customs/vies/): whether a VAT ID is in use. It is often away, for a country or as a
 * whole, and answers slowly: callers get an answer within seconds, and one that says that there is none.
 */
import PQueue from 'p-queue';
import { isRecord, SECOND } from '../../../../contract/values.ts';
import { formatVatId, type VatId, VIES_PREFIXES } from '../../../../contract/vat-id.ts';

export interface ViesAnswer {
  status: 'confirmed' | 'invalid' | 'unavailable';
  /** The number of the answer, by which the tax authorities find it again; null: VIES gave none. */
  consultation: string | null;
}

export interface Vies {
  /** `requester`: who asks, for a consultation number. Never fails. */
  check: (id: VatId, requester: VatId | null) => Promise<ViesAnswer>;
}

export const VIES_URL = 'https://ec.europa.eu/taxation_customs/vies/rest-api';

const UNAVAILABLE: ViesAnswer = { status: 'unavailable', consultation: null };

/** What VIES says of a VAT ID that can't be one. All its other errors are about itself, or about a member's service. */
const NOT_ONE = 'INVALID_INPUT';
const BAD_REQUESTER = 'INVALID_REQUESTER_INFO';

function findError(reply: Record<string, unknown>): string | null {
  const [first] = Array.isArray(reply.errorWrappers) ? (reply.errorWrappers as unknown[]) : [];
  if (isRecord(first) && typeof first.error === 'string') return first.error;
  return typeof reply.userError === 'string' && reply.userError !== 'VALID' && reply.userError !== 'INVALID' ? reply.userError : null;
}

/** Null: nothing that VIES would say. */
function readReply(reply: unknown, { prefix, number }: VatId): ViesAnswer | { error: string } | null {
  if (!isRecord(reply)) return null;
  const error = findError(reply);
  if (error === NOT_ONE) return { status: 'invalid', consultation: null };
  if (error !== null) return { error };
  if (typeof reply.valid !== 'boolean') return null;
  // An answer about another VAT ID proves nothing.
  if (reply.vatNumber !== undefined && reply.vatNumber !== number) return null;
  if (reply.countryCode !== undefined && reply.countryCode !== prefix) return null;
  const { requestIdentifier: consultation } = reply;
  const isNumbered = reply.valid && typeof consultation === 'string' && /^[\w-]{1,100}$/.test(consultation);
  return { status: reply.valid ? 'confirmed' : 'invalid', consultation: isNumbered ? consultation : null };
}

interface ViesOptions {
  url?: string | null;
  timeout?: number;
  /** How many calls at once: VIES refuses more. */
  concurrency?: number;
}

export function createVies({ url, timeout = 6 * SECOND, concurrency = 4 }: ViesOptions = {}): Vies {
  const queue = new PQueue({ concurrency });
  const running = new Map<string, Promise<ViesAnswer>>();

  async function ask(id: VatId, requester: VatId | null, signal: AbortSignal): Promise<ViesAnswer> {
    const who = requester && { requesterMemberStateCode: requester.prefix, requesterNumber: requester.number };
    const response = await fetch(`${url ?? VIES_URL}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ countryCode: id.prefix, vatNumber: id.number, ...who }),
      redirect: 'error',
      signal,
    });
    const answer = readReply(await response.json(), id);
    if (!answer) return UNAVAILABLE;
    if ('status' in answer) return answer;
    // The shop's own VAT ID isn't one that VIES knows: without it there is an answer, and no number.
    return answer.error === BAD_REQUESTER && requester ? ask(id, null, signal) : UNAVAILABLE;
  }

  /** What waits too long for its turn has no answer either. */
  const askInTime = async (id: VatId, requester: VatId | null): Promise<ViesAnswer> => {
    const signal = AbortSignal.timeout(timeout);
    try {
      return await queue.add(() => ask(id, requester, signal), { signal });
    } catch {
      return UNAVAILABLE;
    }
  };

  return {
    check: (id, requester) => {
      if (!VIES_PREFIXES.includes(id.prefix)) return Promise.resolve(UNAVAILABLE);
      const key = `${formatVatId(id)} ${requester ? formatVatId(requester) : ''}`;
      const asked = running.get(key) ?? askInTime(id, requester).finally(() => running.delete(key));
      running.set(key, asked);
      return asked;
    },
  };
}
