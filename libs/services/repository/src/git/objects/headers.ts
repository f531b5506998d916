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

/** Splits a commit or tag object into its headers and the text after the first empty line. */
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

/** The web's decoders treat these names as windows-1252; git treats them as ISO 8859-1. */
const LATIN_1 = /^(?:iso-?8859-?1|latin-?1)$/i;

/** Returns the decoder for the encoding that a commit names. Unknown encodings are read as UTF-8, with invalid bytes replaced. */
export function decoderFor(encoding: string | null): (bytes: Buffer) => string {
  if (encoding !== null && LATIN_1.test(encoding)) return (bytes) => bytes.toString('latin1');
  try {
    const decoder = new TextDecoder(encoding ?? 'utf-8', { ignoreBOM: true });
    return (bytes) => decoder.decode(bytes);
  } catch {
    return (bytes) => bytes.toString('utf8');
  }
}
