/** A mistake in the configuration; its message is one sentence. It never quotes a value: URLs and keys contain secrets. */
export class ConfigurationError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'ConfigurationError';
  }
}

/** Returns the ConfigurationError that caused an error, wherever it was wrapped; undefined for any other error. */
export function configurationErrorIn(error: unknown): ConfigurationError | undefined {
  return causesOf(error).find((each) => each instanceof ConfigurationError);
}

/** Returns an error and its causes, the outermost first; at most ten. */
export function causesOf(error: unknown): Error[] {
  const found: Error[] = [];
  for (let each = error; each instanceof Error && found.length < 10; each = each.cause) found.push(each);
  return found;
}

/** Exit statuses of Hearth's programs: a mistake in the configuration has its own, since retrying does not help. */
export const EXIT_FAILED = 1;
export const EXIT_CONFIGURATION = 2;

/**
 * Ends the process after an unrecoverable error: for a mistake in the configuration with one sentence on standard error and status 2, for any other
 * error with its stack and status 1.
 * @param what name of the program's task, such as `Migration`: the line then is `Migration failed: …`, without the stack
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
