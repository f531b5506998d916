export const EDGE_OPTIONS = Symbol('hearth:edge-options');

export interface EdgeOptions {
  /** The configured public base URL; undefined to use every request's own host. */
  url: string | undefined;
  /** The commit that Hearth was built from; undefined when it is not known. */
  revision?: string | undefined;
  log: (error: unknown, correlationId: string) => void;
  warn: (message: string) => void;
}
