/** One header of a commit or tag object; continuation lines are joined with line feeds. */
export interface ObjectHeader {
  readonly key: string;
  readonly value: Buffer;
}

export interface HeadedObject {
  readonly headers: readonly ObjectHeader[];
  readonly body: Buffer;
}

const LINE_FEED = 0x0a;
const SPACE = 0x20;

/** Splits a commit or tag object into its headers and what follows the first empty line. */
export function splitHeaders(content: Buffer): HeadedObject {
  const headers: { key: string; value: Buffer }[] = [];
  let offset = 0;
  while (offset < content.length) {
    const found = content.indexOf(LINE_FEED, offset);
    const end = found === -1 ? content.length : found;
    if (end === offset) return { headers, body: content.subarray(end + 1) };
    const line = content.subarray(offset, end);
    const last = headers.at(-1);
    if (line[0] === SPACE && last !== undefined) {
      last.value = Buffer.concat([last.value, Buffer.from('\n'), line.subarray(1)]);
    } else {
      const space = line.indexOf(SPACE);
      const split = space === -1 ? line.length : space;
      headers.push({ key: line.toString('latin1', 0, split), value: line.subarray(split + 1) });
    }
    offset = end + 1;
  }
  return { headers, body: Buffer.alloc(0) };
}

/** The web's decoders take these names for windows-1252; git takes them at their word. */
const LATIN_1 = /^(?:iso-?8859-?1|latin-?1)$/i;

/** The decoder for text in the encoding that a commit names; what it does not know, and invalid bytes, read as UTF-8 does. */
export function decoderFor(encoding: string | null): (bytes: Buffer) => string {
  if (encoding !== null && LATIN_1.test(encoding)) return (bytes) => bytes.toString('latin1');
  try {
    const decoder = new TextDecoder(encoding ?? 'utf-8', { ignoreBOM: true });
    return (bytes) => decoder.decode(bytes);
  } catch {
    return (bytes) => bytes.toString('utf8');
  }
}
