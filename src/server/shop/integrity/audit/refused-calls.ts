/** Refusals that are security events: wrong passwords and codes, limits that were reached, calls that somebody may not make. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { MINUTE } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Caller, identifyCaller } from '../../../platform/http/authorize.ts';
import { isInProcess } from '../../../platform/http/network-limits.ts';
import { runInContext } from '../../../platform/monitoring/request-context.ts';
import { createSecurityEvent } from './audit.repository.ts';

const EVENTS: Partial<Record<ErrorCode, string>> = {
  invalid_credentials: 'login_failed',
  wrong_second_factor: 'login_failed',
  wrong_answer: 'login_failed',
  too_many_attempts: 'limit_reached',
  forbidden: 'refused',
  role_too_low: 'refused',
  scope_missing: 'refused',
  api_key_not_allowed: 'refused',
};

/** The same refusal is recorded once a minute, so that nobody can flood the log. */
const PAUSE = MINUTE;
const MAX_REMEMBERED = 10_000;

/**
 * The log names the account only if the refusal itself does. What was typed as an email is never logged: it may be anything, even a
 * password.
 */
export function recordRefusedCalls(app: FastifyInstance, { db, now }: Pick<Deps, 'db' | 'now'>): void {
  const lastTimes = new Map<string, number>();

  async function record(request: FastifyRequest, action: string, account: string | undefined): Promise<void> {
    const { ip, id } = request;
    const actor = identifyCaller(request.caller as Caller | null, ip);
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    const key = [action, actor.id ?? ip, account ?? route].join(' ');
    const time = now().getTime();
    if (action !== 'login_failed' && time - (lastTimes.get(key) ?? 0) < PAUSE) return;
    if (lastTimes.size >= MAX_REMEMBERED) lastTimes.clear();
    lastTimes.set(key, time);
    const object = account ? { objectType: 'account', objectId: account } : { objectType: 'call', objectId: route };
    await runInContext({ id, span: null, actor }, () => createSecurityEvent(db, { action, ...object }));
  }

  app.addHook('onError', async (request, _reply, error) => {
    const action = error instanceof AppError ? EVENTS[error.code] : undefined;
    if (!action || isInProcess(request)) return;
    // If recording fails, the caller still gets the refusal.
    await record(request, action, error instanceof AppError ? error.account : undefined).catch((err) =>
      request.log.warn({ err }, `the security event ${action} was not written`),
    );
  });
}
