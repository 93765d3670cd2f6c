/** One line each that breaks a row of the specification, by the tests that must notice it. */
import { DEFENCES_OF_ACCESS } from './mutations/defences-of-access.ts';
import { DEFENCES_OF_INPUT } from './mutations/defences-of-input.ts';
import { DEFENCES_OF_MONEY } from './mutations/defences-of-money.ts';
import type { Mutation } from './mutations/mutation.ts';
import { NOTICED_IN_BROWSER } from './mutations/noticed-in-browser.ts';
import { NOTICED_OVER_HTTP } from './mutations/noticed-over-http.ts';

/** Each takes one control of security away. */
export const DEFENCES: readonly Mutation[] = [...DEFENCES_OF_ACCESS, ...DEFENCES_OF_MONEY, ...DEFENCES_OF_INPUT];

export const MUTATIONS: readonly Mutation[] = [...DEFENCES, ...NOTICED_OVER_HTTP, ...NOTICED_IN_BROWSER];
