import type { Commit } from '../objects/commit-object.js';
import type { Signature } from '../objects/signature.js';
import { identityText } from '../process/environment.js';
import { newObject, type NewObject } from './new-object.js';

/** Content of a commit object. */
export type CommitContent = Pick<Commit, 'tree' | 'parents' | 'author' | 'committer' | 'message'>;

/** Returns the commit object, in UTF-8. */
export function newCommit({ tree, parents, author, committer, message }: CommitContent): Promise<NewObject> {
  const text = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${signatureText(author)}`,
    `committer ${signatureText(committer)}`,
    '',
    message,
  ].join('\n');
  return newObject('commit', () => Buffer.from(text));
}

/** Formats `Name <email> seconds +hhmm`, without characters that would end a part of it early. */
function signatureText({ name, email, seconds, offsetMinutes }: Signature): string {
  const size = Math.abs(offsetMinutes);
  const two = (part: number) => String(part).padStart(2, '0');
  const zone = `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`;
  return `${identityText(name)} <${identityText(email)}> ${seconds} ${zone}`;
}
