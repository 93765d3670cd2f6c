import { AppError } from '../errors.ts';

/** A secret of the shop's own has a form that can't be: its operator reads in the log what to do, callers that it isn't their mistake. */
export const createSecretError = (recovery: string): AppError =>
  new AppError('unavailable', "The shop can't do this until its operator has mended a setting", { cause: new Error(recovery) });
