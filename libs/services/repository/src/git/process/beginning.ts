/**
 * Yields a stream with another beginning.
 * @param isWhole whether the bytes until now have all of the beginning, and perhaps more
 * @param replaced returns the bytes to yield instead; a stream may end before its beginning is whole
 */
export async function* replacingBeginning(
  stream: AsyncIterable<Buffer>,
  isWhole: (bytes: Buffer) => boolean,
  replaced: (bytes: Buffer) => Buffer,
): AsyncGenerator<Buffer> {
  let beginning: Buffer | null = Buffer.alloc(0);
  for await (const chunk of stream) {
    if (beginning === null) {
      yield chunk;
      continue;
    }
    beginning = Buffer.concat([beginning, chunk]);
    if (!isWhole(beginning)) continue;
    yield replaced(beginning);
    beginning = null;
  }
  if (beginning !== null && beginning.length > 0) yield replaced(beginning);
}
