import { defineSettings } from './settings.js';
import { httpUrl } from './variables.js';

const settings = defineSettings('The public address', {
  HEARTH_URL: httpUrl()
    .optional()
    .describe(
      "Public base URL, as links in answers, mails and commit messages have it; in answers, each request's own host and protocol where it is not set",
    ),
});

/** The public base URL, for texts that are written without a request. */
export class OwnAddress {
  /** @param url null when none is set */
  constructor(readonly url: string | null) {}

  /** @throws ConfigurationError */
  static fromEnvironment(environment?: NodeJS.ProcessEnv): OwnAddress {
    return new OwnAddress(publicUrl(environment) ?? null);
  }
}

/**
 * Returns the public base URL; undefined when none is set.
 * @throws ConfigurationError
 */
export function publicUrl(environment?: NodeJS.ProcessEnv): string | undefined {
  return settings.read(environment).HEARTH_URL;
}
