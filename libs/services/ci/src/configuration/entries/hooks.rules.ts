import type { BuildHooks } from '../../builds/build-options.js';
import { checkKeys, field, isFields, isGiven } from '../checks.rules.js';
import { invalid } from '../configuration-invalid.js';
import { commandsIn } from '../entries.rules.js';

/** Reads `hooks`: commands that a runner executes at other times than the script. @throws ConfigurationInvalid */
export function hooksIn(place: string, value: unknown): BuildHooks | undefined {
  if (!isGiven(value)) return undefined;
  if (!isFields(value)) throw invalid(place, 'config should be a hash');
  checkKeys(place, value, ['pre_get_sources_script']);
  const script = field(value, 'pre_get_sources_script');
  if (!isGiven(script)) return {};
  return { preGetSourcesScript: commandsIn(`${place}:pre_get_sources_script`, script) };
}
