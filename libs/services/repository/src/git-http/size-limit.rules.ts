import { byteSizeText } from '@hearth/config';

/** Limit of the size of a repository with its LFS objects, or of all those in a namespace. */
export interface SizeLimit {
  readonly of: 'repository' | 'namespace';
  /** Bytes; infinite without a limit. */
  readonly limit: number;
  /** Bytes up to the limit; negative beyond it. */
  readonly left: number;
}

/** The words in which git, git LFS and the API refuse what does not fit. */
export function sizeLimitText({ of, limit }: Pick<SizeLimit, 'of' | 'limit'>): string {
  return `The ${of} has reached its size limit of ${byteSizeText(limit)}.`;
}
