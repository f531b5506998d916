import type { Signature } from '../objects/signature.js';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { newCommit } from './commit-text.js';
import { newObject } from './new-object.js';
import type { ObjectsWriter } from './objects-writer.js';

/** Content of the first commit of a repository. */
export interface FirstCommitContent {
  /** Text of README.md. */
  readonly readme: string;
  readonly message: string;
  /** Also the committer. */
  readonly author: Signature;
}

/** Writes the first commit for an empty repository, which adds README.md. No ref points at it yet. */
export async function writeFirstCommit(
  writer: ObjectsWriter,
  repository: RepositoryPath,
  { readme, message, author }: FirstCommitContent,
): Promise<ObjectId> {
  const file = await newObject('blob', () => Buffer.from(readme));
  const entry = Buffer.concat([Buffer.from('100644 README.md\0'), Buffer.from(file.id, 'hex')]);
  const tree = await newObject('tree', () => entry);
  const commit = await newCommit({ tree: tree.id, parents: [], author, committer: author, message });
  await writer.write(repository, [file, tree, commit]);
  return commit.id;
}
