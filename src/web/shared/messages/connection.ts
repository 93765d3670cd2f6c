/** The words for calls that got no answer of the API. Apart from errors.ts, which is only loaded with an error's code. */
import { common } from './common.ts';

export const connection = {
  unreachable: common.offline,
  unreadable: `${common.serverError}. Please try again in a moment.`,
  unknown: 'Something went wrong',
} as const;
