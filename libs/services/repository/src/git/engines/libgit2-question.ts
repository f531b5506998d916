import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { StoredObject } from './engine.js';

/** Questions to the process with libgit2, and the types of their answers. */
export interface Libgit2Questions {
  object: { asks: { id: ObjectId; maxBytes: number }; answers: StoredObject | null };
  listing: { asks: { tree: ObjectId; maxBytes: number }; answers: Buffer };
  merge: { asks: { ours: ObjectId; theirs: ObjectId }; answers: ObjectId | null };
  canMerge: { asks: { ours: ObjectId; theirs: ObjectId }; answers: boolean };
  /** The ids are those of trees. */
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

/** Reason for a missing answer: no repository, an answer that is too large, or any other error. */
export type FailureKind = 'missing' | 'limit' | 'error';

/** Message from the process. The first one reports that libgit2 is loaded, or why it cannot be loaded. */
export type Libgit2Message =
  | { readonly loaded: true }
  | { readonly unusable: string }
  | { readonly number: number; readonly answer: unknown }
  | { readonly number: number; readonly failure: FailureKind; readonly message: string };
