/** Path of sessions at the internal listener of repository. */
export const GIT_SESSIONS_PATH = '/git-sessions';

/** Kinds of frames: bytes of standard input or output, of standard error, and the exit status. */
export const FRAMES = { data: 1, errors: 2, exit: 3 } as const;
export type FrameKind = (typeof FRAMES)[keyof typeof FRAMES];

/** A part of a session between two processes: its kind (a byte), its length (four), its content. */
export interface Frame {
  readonly kind: number;
  readonly content: Buffer;
}

const HEAD_BYTES = 5;
/** Larger than any chunk of a stream. */
const LARGEST_FRAME = 64 * 1024 * 1024;

/** Returns the bytes before the content of a frame. */
export function frameHead(kind: FrameKind, length: number): Buffer {
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  head.writeUInt8(kind, 0);
  head.writeUInt32BE(length, 1);
  return head;
}

/** Returns a whole frame. */
export function frame(kind: FrameKind, content: Buffer): Buffer {
  return Buffer.concat([frameHead(kind, content.length), content]);
}

/**
 * Yields the frames of a stream. Content is passed on as it arrives, so a long frame is yielded in several parts; an empty one is not yielded.
 * @throws Error for bytes that are no frame, and for a stream that ends within one
 */
export async function* framesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let bytes: Buffer = Buffer.alloc(0);
  let kind = 0;
  let left = 0;
  for await (const chunk of stream) {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    while (left > 0 ? bytes.length > 0 : bytes.length >= HEAD_BYTES) {
      if (left === 0) {
        kind = bytes.readUInt8(0);
        left = bytes.readUInt32BE(1);
        if (left > LARGEST_FRAME) throw new Error('The stream of a session holds what is no frame.');
        bytes = bytes.subarray(HEAD_BYTES);
        continue;
      }
      const content = bytes.subarray(0, left);
      bytes = bytes.subarray(content.length);
      left -= content.length;
      yield { kind, content };
    }
  }
  if (left > 0 || bytes.length > 0) throw new Error('The stream of a session ends within a frame.');
}
