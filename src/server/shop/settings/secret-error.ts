import { AppError } from '../../platform/errors.ts';

/** One of the shop's own secrets is malformed. The log tells the operator what to do; callers are told that it isn't their mistake. */
export const createSecretError = (recovery: string): AppError =>
  new AppError('unavailable', "The shop can't do this until its operator has mended a setting", { cause: new Error(recovery) });
