import { v4 } from '@hearth/http';
import { z } from 'zod';

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

export const ArchiveParams = z.object({ id: v4.project(), sha: v4.text().optional(), format: v4.optional(suffix) });
export type ArchiveParams = z.output<typeof ArchiveParams>;

export const ArchiveFormatParams = ArchiveParams.extend({ format: suffix });
export type ArchiveFormatParams = z.output<typeof ArchiveFormatParams>;
