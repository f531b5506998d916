import type { FirstCommit, Principal } from '@hearth/contract-kit';
import type { FieldErrors } from '../field-errors.rules.js';
import { nameAndPath } from './new-project.rules.js';

interface Described {
  readonly name?: string | undefined;
  readonly path?: string | undefined;
  readonly settings: { readonly description?: string | null | undefined };
}

/** Returns the first commit of a project: a README with its name and description, by its creator. */
export function firstCommitOf(
  { settings: { description }, ...given }: Described,
  { userId, name, email }: Pick<Principal, 'userId' | 'name' | 'email'>,
  now: Date,
): FirstCommit {
  const parts = [`# ${nameAndPath(given).name}`, ...(description?.trim() ? [description.trim()] : [])];
  return {
    readme: `${parts.join('\n\n')}\n`,
    author: { userId, name, email },
    committedAt: now.toISOString(),
  };
}

/** Errors of a first commit for a repository whose commits are imported. */
export function firstCommitErrors(commit: FirstCommit | undefined, importUrl: string | undefined): FieldErrors {
  return commit && importUrl !== undefined ? { initialize_with_readme: ['cannot be used with import_url'] } : {};
}
