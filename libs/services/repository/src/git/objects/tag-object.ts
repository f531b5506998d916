import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import { decoderFor, splitHeaders } from './headers.js';
import { parseSignature, type Signature } from './signature.js';

/** An annotated tag. */
export interface Tag {
  readonly id: ObjectId;
  readonly target: ObjectId;
  readonly targetType: string;
  readonly name: string;
  /** Null in tags of git's first years. */
  readonly tagger: Signature | null;
  /** The whole message, including the signature that git appends. */
  readonly message: string;
}

/** Parses the bytes of a tag object; throws a TypeError when it names no target. */
export function parseTag(id: ObjectId, content: Buffer): Tag {
  const { headers, body } = splitHeaders(content);
  const value = (key: string): Buffer | undefined => headers.find((header) => header.key === key)?.value;
  const decode = decoderFor(value('encoding')?.toString('latin1').trim() || null);
  const tagger = value('tagger');
  return {
    id,
    target: objectIdFromGit(value('object')?.toString('latin1') ?? ''),
    targetType: value('type')?.toString('latin1') ?? 'commit',
    name: decode(value('tag') ?? Buffer.alloc(0)),
    tagger: tagger === undefined ? null : parseSignature(decode(tagger)),
    message: decode(body),
  };
}
