/** The interface through which requests report to metrics/, which is loaded only if metrics are switched on. */
export interface RequestMetrics {
  /** `route`: the pattern, never the path. */
  recordRequest: (request: { method: string; route: string; status: number; seconds: number }) => void;
  recordRender: (seconds: number) => void;
}
