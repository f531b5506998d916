import { parse } from 'yaml';
import { z } from 'zod';
import { ChangelogFailed } from '../refusals.js';
import { DEFAULT_CONFIG, type ChangelogConfig } from './changelog-config.rules.js';
import { isDateFormat } from './date-format.rules.js';

const ConfigFile = z.object({
  date_format: z.string().optional(),
  categories: z.record(z.string(), z.string()).optional(),
  tag_regex: z.string().optional(),
});

/** Keys that change the result in ways that Hearth does not perform. */
const UNSUPPORTED = ['template', 'include_groups'];

/** Parses the configuration file: only in threads, so that others do not load the parser. @throws ChangelogFailed */
export function readConfig(text: string): ChangelogConfig {
  const given = parsed(text) ?? {};
  const unsupported = UNSUPPORTED.find((key) => typeof given === 'object' && key in given);
  if (unsupported) throw ChangelogFailed({ reason: `The configuration key "${unsupported}" is not supported` });
  const { success, data, error } = ConfigFile.safeParse(given);
  if (!success) {
    const [key] = error.issues[0]!.path;
    const reason =
      key === 'categories'
        ? 'The "categories" configuration key must be a Hash'
        : `The ${key === undefined ? 'configuration' : `"${String(key)}" configuration key`} is invalid`;
    throw ChangelogFailed({ reason });
  }
  const dateFormat = data.date_format ?? DEFAULT_CONFIG.dateFormat;
  if (!isDateFormat(dateFormat)) throw ChangelogFailed({ reason: `The date format ${dateFormat} is not supported` });
  const categories = new Map(Object.entries(data.categories ?? {}));
  return { dateFormat, categories, tagRegex: data.tag_regex ?? DEFAULT_CONFIG.tagRegex };
}

function parsed(text: string): unknown {
  try {
    return parse(text) as unknown;
  } catch {
    throw ChangelogFailed({ reason: 'The configuration file is not valid YAML' });
  }
}
