import { Injectable } from '@nestjs/common';
import { Git } from '../git/git.js';
import { ROOT_PATH } from '../git/refs/paths.js';
import type { RefLocation } from '../pages/ref-path.rules.js';

/** Paths on a page. */
const MOST_PATHS = 1_000;

export interface FoundFiles {
  readonly paths: readonly string[];
  /** Whether there are more. */
  readonly hasMore: boolean;
}

@Injectable()
export class FindFileFacts {
  constructor(private readonly git: Git) {}

  /** Returns the paths of files that contain each word of the text, without regard to case. @throws GitTimeout, GitOutputLimit */
  async files({ repository, commit }: RefLocation, text: string, signal: AbortSignal): Promise<FoundFiles> {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const listing = await this.git.trees.list(repository, commit, ROOT_PATH, { recursive: true, signal });
    const paths = await listing.files(words, MOST_PATHS + 1);
    return { paths: paths.slice(0, MOST_PATHS), hasMore: paths.length > MOST_PATHS };
  }
}
