/** The configuration is invalid; the message gives the reason, in the API's words. */
export class ConfigurationInvalid extends Error {
  override readonly name = 'ConfigurationInvalid';

  /** @param job name of the job in the configuration that the error is about */
  constructor(
    message: string,
    readonly job?: string,
  ) {
    super(message);
  }
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
    throw error instanceof ConfigurationInvalid ? new ConfigurationInvalid(error.message, error.job ?? job) : error;
  }
}
