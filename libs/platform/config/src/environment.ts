import { ConfigurationError } from './configuration-error.js';
import { FILE_VARIABLE, readConfigurationFile } from './configuration-file.js';

/** Places in the file of the values that came from it, by name. */
const places = new Map<string, string>();
let isFilled = false;

/**
 * Returns the environment of the process. The first call adds to it what the file of HEARTH_CONFIG_FILE sets and variables do not: also libraries
 * find it there.
 * @throws ConfigurationError for the first mistake in the file
 */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const file = process.env[FILE_VARIABLE];
  if (!isFilled && file) {
    const { settings, problems } = readConfigurationFile(file);
    if (problems[0] !== undefined) throw new ConfigurationError(problems[0]);
    for (const { name, value, line } of settings) {
      if (process.env[name]) continue;
      process.env[name] = value;
      places.set(name, `${file}, line ${line}`);
    }
  }
  isFilled = true;
  return process.env;
}

/** Returns where a value of the environment stands in the configuration file; undefined for a variable. */
export function placeInFile(name: string): string | undefined {
  return places.get(name);
}
