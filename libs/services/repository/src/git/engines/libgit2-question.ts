import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { StoredObject } from './engine.js';

/** What the process with libgit2 is asked, with what it answers. */
export interface Libgit2Questions {
  object: { asks: { id: ObjectId; maxBytes: number }; answers: StoredObject | null };
  listing: { asks: { tree: ObjectId; maxBytes: number }; answers: Buffer };
  merge: { asks: { ours: ObjectId; theirs: ObjectId }; answers: ObjectId | null };
  canMerge: { asks: { ours: ObjectId; theirs: ObjectId }; answers: boolean };
  /** Trees. */
  apply: { asks: { from: ObjectId; to: ObjectId; onto: ObjectId }; answers: ObjectId | null };
  release: { asks: object; answers: null };
}

export type QuestionName = keyof Libgit2Questions;

export type Question<Name extends QuestionName = QuestionName> = {
  readonly name: Name;
  readonly repository: RepositoryPath;
} & Libgit2Questions[Name]['asks'];

/** A message to the process. */
export interface Asked {
  readonly number: number;
  readonly question: Question;
}

/** Why there is no answer: there is no repository, the answer is too large, or anything else. */
export type FailureKind = 'missing' | 'limit' | 'error';

/** A message from the process; the first one says that libgit2 is loaded, or why it cannot be. */
export type Libgit2News =
  | { readonly loaded: true }
  | { readonly unusable: string }
  | { readonly number: number; readonly answer: unknown }
  | { readonly number: number; readonly failure: FailureKind; readonly message: string };
