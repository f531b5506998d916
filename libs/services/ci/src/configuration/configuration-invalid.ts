/** Error of a configuration. */
export interface ConfigurationError {
  /** In the API's words. */
  readonly message: string;
  /** Name of the job in the configuration that it is about. */
  readonly job?: string | undefined;
  /** Place of the entry that it is about, where that is not a job. */
  readonly at?: Place | undefined;
}

/** Place in a file of a configuration. */
export interface Place {
  /** Name of the file, as messages have it. */
  readonly file: string;
  readonly line: number;
}

/** Errors of a configuration, and the names of its entries that have one, or use one that has: these are not checked further. */
export interface Faults {
  readonly errors: ConfigurationError[];
  readonly entries: Set<string>;
}

/** Most errors that are collected: the first ones explain the others. */
const MOST_ERRORS = 100;
/** Longest message, and most text of all, in UTF-16 units: they are stored with the pipeline. */
const MOST_MESSAGE = 2 * 1024;
const MOST_MESSAGES = 32 * 1024;

/** The configuration is invalid; the message has a line for each error. */
export class ConfigurationInvalid extends Error {
  override readonly name = 'ConfigurationInvalid';
  readonly errors: readonly ConfigurationError[];

  constructor(error: string | readonly ConfigurationError[]) {
    const errors = bounded(typeof error === 'string' ? [{ message: error }] : error);
    super(errors.map(({ message }) => message).join('\n'));
    this.errors = errors;
  }
}

function bounded(errors: readonly ConfigurationError[]): readonly ConfigurationError[] {
  let text = 0;
  return errors
    .slice(0, MOST_ERRORS)
    .map((error) => ({ ...error, message: cut(error.message) }))
    .filter(({ message }) => (text += message.length) <= MOST_MESSAGES);
}

function cut(message: string): string {
  return message.length <= MOST_MESSAGE ? message : `${message.slice(0, MOST_MESSAGE - 1).toWellFormed()}…`;
}

/** Error of an entry: `place` names it, as in `jobs:rspec:cache`. Such texts are in lower case, names included. */
export function invalid(place: string, failure: string): ConfigurationInvalid {
  return new ConfigurationInvalid(`${place} ${failure}`.toLowerCase());
}

/** Runs a check of a job, whose errors name it. @throws ConfigurationInvalid */
export function ofJob<Result>(job: string, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ConfigurationInvalid)) throw error;
    throw new ConfigurationInvalid(error.errors.map((each) => ({ ...each, job: each.job ?? job })));
  }
}

/** Runs a check of an entry, whose errors name its place. @throws ConfigurationInvalid */
export function atPlace<Result>(place: () => Place | undefined, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ConfigurationInvalid)) throw error;
    throw new ConfigurationInvalid(error.errors.map((each) => ({ ...each, at: each.at ?? place() })));
  }
}

/** Runs a check, and adds its errors to `errors`. @returns undefined when there are some */
export function attempted<Result>(errors: ConfigurationError[], check: () => Result): Result | undefined {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ConfigurationInvalid)) throw error;
    errors.push(...error.errors.slice(0, MOST_ERRORS - errors.length));
    return undefined;
  }
}

/** Runs a check of each item. @throws ConfigurationInvalid with the errors of all of them */
export function each<Item, Result>(items: readonly Item[], check: (item: Item) => Result): Result[] {
  const errors: ConfigurationError[] = [];
  const results = items.map((item) => attempted(errors, () => check(item)));
  if (errors.length > 0) throw new ConfigurationInvalid(errors);
  return results as Result[];
}

/**
 * Runs a check of each job of the configuration, with the jobs that `parallel` makes of it: these have much the same errors, so those of the first one
 * are enough.
 * @throws ConfigurationInvalid with the errors of all jobs of the configuration
 */
export function ofParts<Job extends { readonly configured: string }, Result>(
  jobs: readonly Job[],
  check: (parts: readonly Job[]) => Result,
): Result[] {
  const configured = [...Map.groupBy(jobs, (job) => job.configured)];
  return each(configured, ([name, parts]) => ofJob(name, () => check(parts)));
}

/** Runs checks that do not depend on each other. @throws ConfigurationInvalid with the errors of all of them */
export function together<Results extends object>(checks: {
  readonly [Key in keyof Results]: () => Results[Key];
}): Results {
  const results = each(Object.entries<() => unknown>(checks), ([key, check]) => [key, check()] as const);
  return Object.fromEntries(results) as Results;
}
