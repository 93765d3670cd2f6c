/** A log for tests that ignore its messages. */
export const SILENT_LOG = { warn: () => undefined, error: () => undefined };
