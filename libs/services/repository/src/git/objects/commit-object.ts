import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import { decoderFor, splitHeaders } from './headers.js';
import { parseSignature, type Signature } from './signature.js';

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const SIGNATURES = ['gpgsig ', 'gpgsig-sha256 '];

export interface Commit {
  readonly id: ObjectId;
  readonly tree: ObjectId;
  readonly parents: readonly ObjectId[];
  readonly author: Signature;
  readonly committer: Signature;
  /** The whole message, decoded; invalid bytes are replaced. */
  readonly message: string;
  /** The encoding that the commit names, null for UTF-8. */
  readonly encoding: string | null;
  /** The armoured signature, null for unsigned commits. */
  readonly signature: string | null;
}

/** Parses the bytes of a commit object; throws a TypeError when it names no tree. */
export function parseCommit(id: ObjectId, content: Buffer): Commit {
  const { headers, body } = splitHeaders(content);
  const value = (key: string): Buffer | undefined => headers.find((header) => header.key === key)?.value;
  const encoding = value('encoding')?.toString('latin1').trim() || null;
  const decode = decoderFor(encoding);
  return {
    id,
    tree: objectIdFromGit(value('tree')?.toString('latin1') ?? ''),
    parents: headers
      .filter(({ key }) => key === 'parent')
      .map((parent) => objectIdFromGit(parent.value.toString('latin1'))),
    author: parseSignature(decode(value('author') ?? Buffer.alloc(0))),
    committer: parseSignature(decode(value('committer') ?? Buffer.alloc(0))),
    message: decode(body),
    encoding,
    signature: (value('gpgsig') ?? value('gpgsig-sha256'))?.toString('latin1') ?? null,
  };
}

/** Bytes that the signature of a commit is about: the commit without the signature. */
export function signedBytesOf(content: Buffer): Buffer {
  const lines: Buffer[] = [];
  let isSignature = false;
  let offset = 0;
  while (offset < content.length && content[offset] !== LINE_FEED) {
    const found = content.indexOf(LINE_FEED, offset);
    const end = found === -1 ? content.length : found + 1;
    const line = content.subarray(offset, end);
    isSignature = line[0] === SPACE ? isSignature : SIGNATURES.some((key) => line.indexOf(key) === 0);
    if (!isSignature) lines.push(line);
    offset = end;
  }
  return Buffer.concat([...lines, content.subarray(offset)]);
}
