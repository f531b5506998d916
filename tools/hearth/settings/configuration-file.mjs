import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure } from '../failure.mjs';
import { ensureInstalled } from '../install/install.mjs';
import { root } from '../paths.mjs';
import { createProgress } from '../progress.mjs';

/** Name of the file in the data folder, which HEARTH_CONFIG_FILE replaces by another one. */
export const FILE_NAME = 'hearth.yaml';

/** The configuration file of a data folder's system; undefined when there is none. */
export function configurationFileOf(folder, source = process.env) {
  if (source.HEARTH_CONFIG_FILE) return path.resolve(source.HEARTH_CONFIG_FILE);
  const file = path.join(folder, FILE_NAME);
  return existsSync(file) ? file : undefined;
}

/**
 * Adds to the environment of the command what the configuration file sets and variables do not, so that the command and the processes that it starts find
 * it there.
 * @throws {Failure} for mistakes in the file
 */
export async function addConfigurationFile(folder) {
  const file = configurationFileOf(folder);
  if (!file) return;
  const { settings, problems } = await readConfigurationFile(file);
  if (problems.length > 0)
    throw new Failure(`${file} has mistakes: correct them, or look at them with ./hearth config check.`, {
      details: problems.join('\n'),
      exitCode: 2,
    });
  for (const { name, value } of settings) process.env[name] ||= value;
}

/**
 * Reads a configuration file as the services do, whose code is compiled before.
 * @returns {Promise<{ settings: { name: string, value: string, line: number }[], problems: string[] }>}
 * @throws {Failure} for a file that cannot be read
 */
export async function readConfigurationFile(file) {
  await ensureInstalled(createProgress());
  const config = await import(pathToFileURL(path.join(root, 'libs/platform/config/dist/index.js')));
  try {
    return config.readConfigurationFile(file);
  } catch (error) {
    if (error instanceof config.ConfigurationError) throw new Failure(error.message, { exitCode: 2 });
    throw error;
  }
}
