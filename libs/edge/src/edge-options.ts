export const EDGE_OPTIONS = Symbol('hearth:edge-options');

export interface EdgeOptions {
  /** The public base URL where it is configured; otherwise every request's own host counts. */
  url: string | undefined;
  log: (error: unknown, correlationId: string) => void;
}
