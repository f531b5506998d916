import { v4 } from '@hearth/http';
import { z } from 'zod';
import { LONGEST_PATH } from '../commits/commit-writes.params.js';
import { TRAILER_KEY } from '../git/refs/trailer-key.rules.js';
import type { ChangelogRequest } from './changelog.facts.js';
import { VERSION } from './version.rules.js';

const LONGEST_VERSION = 100;

/** Values of parameters that are not given. */
export const DEFAULTS = {
  trailer: 'Changelog',
  configFile: '.gitlab/changelog_config.yml',
  file: 'CHANGELOG.md',
} as const;
const revision = v4.optional(v4.text());
const path = v4.optional(v4.text({ most: LONGEST_PATH }));

export const ReadChangelogParams = z.object({
  id: v4.project(),
  version: v4
    .text({ most: LONGEST_VERSION })
    .refine((version) => VERSION.test(version), { error: 'is invalid' })
    .describe('Version of the release, as semantic versioning has it'),
  from: revision.describe('Commit after which the changes begin; by default that of the tag of the last release'),
  to: revision.describe('Last commit of the changes; by default the head of the branch'),
  date: v4.optional(v4.dateTime()).describe('Time of the release; by default now'),
  trailer: v4
    .optional(v4.text().refine((key) => TRAILER_KEY.test(key), { error: 'is invalid' }))
    .meta({ description: 'Trailer that commits of the changelog have', default: DEFAULTS.trailer }),
  config_file: path.meta({ description: 'Path of the configuration file', default: DEFAULTS.configFile }),
  config_file_ref: revision.describe('Commit that has the configuration file; by default the default branch'),
});

export const AddChangelogParams = ReadChangelogParams.extend({
  branch: v4.optional(v4.text()).describe('Branch to commit to; by default the default branch'),
  file: path.meta({ description: 'Path of the changelog', default: DEFAULTS.file }),
  message: v4.optional(v4.text()).describe('Message of the commit; by default one that names the version'),
});

/** Converts the parameters to a request for a section. @param now the time of the release by default */
export function changelogRequest(params: z.output<typeof ReadChangelogParams>, now: Date): ChangelogRequest {
  return {
    version: params.version,
    from: params.from,
    to: params.to,
    date: params.date ?? now,
    trailer: params.trailer ?? DEFAULTS.trailer,
    configFile: params.config_file ?? DEFAULTS.configFile,
    configRef: params.config_file_ref,
  };
}
