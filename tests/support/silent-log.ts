/** A log for calls whose messages a test doesn't look at. */
export const SILENT_LOG = { warn: () => undefined, error: () => undefined };
