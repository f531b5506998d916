import { ProjectId, defineQuery, defineRefusal } from '@hearth/contract-kit';
import { z } from 'zod';
import { CommitCard } from './types.js';

/** A search of code exceeded its time, or too many others are waiting. */
export const CodeSearchBusy = defineRefusal(
  'code-search-busy',
  503,
  { message: '503 Service Unavailable' },
  { 'retry-after': '60' },
);

/** Longest text of a search, in characters. */
export const MOST_SEARCH_TEXT = 255;
/** Most conditions on paths in a search. */
export const MOST_PATH_FILTERS = 10;

const searched = {
  projectId: ProjectId,
  /** Branch, tag or commit that branches and tags reach; null: the default branch. An unknown one has no results. */
  ref: z.string().nullable(),
  /** One line; upper and lower case of ASCII letters are equal. */
  text: z.string().min(1).max(MOST_SEARCH_TEXT),
  page: z.int().positive(),
  perPage: z.int().positive().max(100),
};

/** Returns a page of the commits of a ref whose messages contain a text, the newest first. */
export const SearchCommitsQuery = defineQuery({
  name: 'repository.search-commits',
  callers: ['projects'],
  routeBy: 'projectId',
  input: z.object(searched),
  output: z.object({
    commits: z.array(CommitCard),
    /** Null where there are too many to be counted. */
    total: z.int().nullable(),
  }),
  refuses: [CodeSearchBusy],
});

/** Condition on the paths of files, without regard to upper and lower case. */
export const PathFilter = z.object({
  /** The whole path or the name of the file contains the value, or its extension is the value. */
  on: z.enum(['path', 'filename', 'extension']),
  /** `*` stands for any characters. */
  value: z.string().max(MOST_SEARCH_TEXT),
  /** Leaves out the files that match. */
  excluded: z.boolean(),
});
export type PathFilter = z.output<typeof PathFilter>;

/** Lines of a file that contain a text, with up to two lines before and after. */
export const FoundLines = z.object({
  path: z.string(),
  /** Number of the first line, from 1 on. */
  startLine: z.int(),
  /** Lines with their ends, cut after 16 KiB; bytes that are not UTF-8 are replaced. */
  text: z.string(),
});
export type FoundLines = z.output<typeof FoundLines>;

/** Returns a page of the lines of text files of a ref that contain a text, by the bytes of their paths; 1 000 places at most. */
export const SearchBlobsQuery = defineQuery({
  name: 'repository.search-blobs',
  callers: ['projects'],
  routeBy: 'projectId',
  input: z.object({ ...searched, filters: z.array(PathFilter).max(MOST_PATH_FILTERS) }),
  output: z.object({
    found: z.array(FoundLines),
    /** Null where there are too many to be counted. */
    total: z.int().nullable(),
  }),
  refuses: [CodeSearchBusy],
});
