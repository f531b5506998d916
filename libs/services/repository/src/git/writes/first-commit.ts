import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { Committer } from '../process/environment.js';
import { newCommit } from './commit-text.js';
import { newObject } from './new-object.js';
import type { ObjectsWriter } from './objects-writer.js';

/** Writes the first commit for an empty repository: an empty README.md. No ref points at it yet. */
export async function writeFirstCommit(
  writer: ObjectsWriter,
  repository: RepositoryPath,
  { name, email }: Committer,
): Promise<ObjectId> {
  const author = { name, email, seconds: Math.floor(Date.now() / 1000), offsetMinutes: 0 };
  const readme = await newObject('blob', () => Buffer.alloc(0));
  const entry = Buffer.concat([Buffer.from('100644 README.md\0'), Buffer.from(readme.id, 'hex')]);
  const tree = await newObject('tree', () => entry);
  const commit = await newCommit({ tree: tree.id, parents: [], author, committer: author, message: 'Add README.md' });
  await writer.write(repository, [readme, tree, commit]);
  return commit.id;
}
