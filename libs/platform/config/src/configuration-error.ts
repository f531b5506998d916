/** A mistake in the configuration, told in one sentence. It never repeats a value: URLs and keys hold secrets. */
export class ConfigurationError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'ConfigurationError';
  }
}

/** The mistake in the configuration that an error goes back to, wherever it was wrapped; undefined for any other error. */
export function configurationErrorIn(error: unknown): ConfigurationError | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 10; each = each.cause, depth++) {
    if (each instanceof ConfigurationError) return each;
  }
  return undefined;
}

/** Exit statuses of Hearth's programs: a mistake in the configuration is told apart, since trying again does not help. */
export const EXIT_FAILED = 1;
export const EXIT_CONFIGURATION = 2;

/**
 * Ends the process for an error that nothing can be done about: for a mistake in the configuration one sentence on standard error and
 * status 2, for any other error its stack and status 1.
 * @param what the program's task, such as `Migration`: the line then is `Migration failed: …`, without the stack
 */
export function endProcess(error: unknown, what?: string): never {
  const mistake = configurationErrorIn(error);
  process.stderr.write(`${mistake ? mistake.message : failureText(error, what)}\n`);
  process.exit(mistake ? EXIT_CONFIGURATION : EXIT_FAILED);
}

function failureText(error: unknown, what: string | undefined): string {
  if (!(error instanceof Error)) return String(error);
  return what === undefined ? (error.stack ?? error.message) : `${what} failed: ${error.message}`;
}
