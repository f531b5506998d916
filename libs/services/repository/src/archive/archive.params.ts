import { v4 } from '@hearth/http';
import { z } from 'zod';
import { LONGEST_PATH } from '../commits/commit-writes.params.js';
import { refPath } from '../pages/page.params.js';

const MOST_EXCLUDED = 100;

/** Suffixes in the URL, each with its format. */
export const FORMATS = {
  zip: 'zip',
  tar: 'tar',
  'tar.gz': 'tar.gz',
  tgz: 'tar.gz',
  gz: 'tar.gz',
  'tar.bz2': 'tar.bz2',
  tbz: 'tar.bz2',
  tbz2: 'tar.bz2',
  tb2: 'tar.bz2',
  bz2: 'tar.bz2',
} as const;

type Suffix = keyof typeof FORMATS;
const suffix = v4.oneOf(Object.keys(FORMATS) as [Suffix, ...Suffix[]]);

export const ArchiveParams = z.object({
  id: v4.project(),
  sha: v4.text().optional(),
  format: v4.optional(suffix),
  path: v4
    .optional(v4.text({ most: LONGEST_PATH }))
    .describe('Folder or file of the repository; by default, all of it'),
  exclude_paths: v4
    .optional(v4.list(v4.text({ most: LONGEST_PATH }), { most: MOST_EXCLUDED }))
    .describe('Folders and files that the archive is to lack, separated by commas'),
});
export type ArchiveParams = z.output<typeof ArchiveParams>;

/** A ref and a file name, whose suffix is the format. */
const ARCHIVE_PATH = new RegExp(
  `^(?<ref>.+)/[^/]+?\\.(?<format>${Object.keys(FORMATS).join('|').replaceAll('.', '\\.')})$`,
);

/** `path` is `main/project-main.zip`. */
export const ArchivePageParams = z.object({ id: v4.project(), path: refPath }).transform(({ id, path }) => {
  const { ref, format } = ARCHIVE_PATH.exec(path)?.groups ?? {};
  return { id, sha: ref, path: undefined, exclude_paths: undefined, format: format as Suffix | undefined };
});

export const ArchiveFormatParams = ArchiveParams.extend({ format: suffix });
export type ArchiveFormatParams = z.output<typeof ArchiveFormatParams>;
