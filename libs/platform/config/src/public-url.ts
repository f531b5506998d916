import { defineSettings } from './settings.js';
import { httpUrl } from './variables.js';

const settings = defineSettings('The public address', {
  HEARTH_URL: httpUrl()
    .optional()
    .describe(
      "Public base URL, as links in answers and mails have it; in answers, each request's own host and protocol where it is not set",
    ),
});

/**
 * Returns the public base URL; undefined where none is set.
 * @throws ConfigurationError
 */
export function publicUrl(environment?: NodeJS.ProcessEnv): string | undefined {
  return settings.read(environment).HEARTH_URL;
}
