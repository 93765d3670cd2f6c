/** One line each that breaks a row of the specification, by the tests that must notice it. */
import type { Mutation } from './mutations/mutation.ts';
import { NOTICED_IN_BROWSER } from './mutations/noticed-in-browser.ts';
import { NOTICED_OVER_HTTP } from './mutations/noticed-over-http.ts';

export const MUTATIONS: readonly Mutation[] = [...NOTICED_OVER_HTTP, ...NOTICED_IN_BROWSER];
