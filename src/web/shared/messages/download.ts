/** Of files that are saved; no page of a first visit has any. */
export const CUT_OFF = 'The download was cut off. Please try again.';
