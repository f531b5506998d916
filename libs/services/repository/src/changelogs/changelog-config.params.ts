import { parse } from 'yaml';
import { z } from 'zod';
import { ChangelogFailed } from '../refusals.js';
import { isDateFormat } from './date-format.rules.js';

/** Settings of changelogs, from a file of the repository. */
export interface ChangelogConfig {
  /** As `strftime` reads it. */
  readonly dateFormat: string;
  /** Titles by the value of the trailer, in the order of the sections. */
  readonly categories: ReadonlyMap<string, string>;
  /** RE2 expression with the groups `major`, `minor`, `patch` and, for tags to ignore, `pre`. */
  readonly tagRegex: string;
}

export const DEFAULT_CONFIG: ChangelogConfig = {
  dateFormat: '%Y-%m-%d',
  categories: new Map(),
  tagRegex:
    '^v?(?P<major>0|[1-9]\\d*)\\.(?P<minor>0|[1-9]\\d*)\\.(?P<patch>0|[1-9]\\d*)' +
    '(?:-(?P<pre>[0-9A-Za-z.-]+))?(?:\\+(?P<meta>[0-9A-Za-z.-]+))?$',
};

const ConfigFile = z.object({
  date_format: z.string().optional(),
  categories: z.record(z.string(), z.string()).optional(),
  tag_regex: z.string().optional(),
});

/** Keys that change the result in ways that Hearth does not perform. */
const UNSUPPORTED = ['template', 'include_groups'];

/** Parses the configuration file. @throws ChangelogFailed */
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
