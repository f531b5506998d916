/** Returns the SQLSTATE of a PostgreSQL error, wherever TypeORM wrapped it. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown; driverError?: { code?: unknown } } | null)?.code;
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  const inner = (error as { driverError?: unknown } | null)?.driverError;
  return inner ? sqlState(inner) : undefined;
}

/** Returns the name of the violated constraint (unique, foreign key, check); undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  const source = (error as { driverError?: unknown } | null)?.driverError ?? error;
  const name = (source as { constraint?: unknown } | null)?.constraint;
  return sqlState(error)?.startsWith('23') && typeof name === 'string' ? name : undefined;
}

/** Returns true when the error means that the server cannot be reached or shuts down, and says nothing about the statement. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state) return /^(08|57P|53)/.test(state);
  const inner = (error as { driverError?: unknown } | null)?.driverError ?? error;
  const code = (inner as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST)/.test(code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    String((inner as Error | null)?.message),
  );
}
