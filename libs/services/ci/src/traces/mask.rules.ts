/** In bytes. Shorter values are not masked: they occur in texts by chance, and the mask would reveal where. */
const SHORTEST = 8;

/** Most bytes of all secrets of a job: no process gets as much in its environment. */
const MOST = 1024 * 1024;

/** Returns the values to mask in a trace, as stored: distinct, without those that are too short. */
export function hiddenSecrets(values: readonly string[]): string[] {
  let size = 0;
  return [...new Set(values)].filter(
    (value) => textsOf(value).length > 0 && (size += Buffer.byteLength(value)) <= MOST,
  );
}

/** Returns the texts of a secret in a trace: its single lines, since terminals and shells change the line breaks. */
function textsOf(secret: string): string[] {
  const isLong = (text: string) => Buffer.byteLength(text) >= SHORTEST;
  const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
  return lines.some(isLong) ? lines.filter(isLong) : [secret.trim()].filter(isLong);
}

/** Tree of the prefixes of secrets, by bytes (Aho and Corasick): finds all of them in one pass over a text. Its root is 0. */
class SecretTree {
  private readonly bytes: Uint8Array;
  private readonly firstChildren: Int32Array;
  private readonly siblings: Int32Array;
  /** Node of the longest suffix of a node's text that is also a prefix of a secret. */
  private readonly ends: Int32Array;
  /** Length of a node's text. */
  readonly depths: Int32Array;
  /** Length of the longest secret that a node's text ends with; 0 for none. */
  readonly found: Int32Array;
  private size = 1;

  constructor(texts: readonly Buffer[]) {
    const most = texts.reduce((sum, { length }) => sum + length, 1);
    this.bytes = new Uint8Array(most);
    this.firstChildren = new Int32Array(most);
    this.siblings = new Int32Array(most);
    this.ends = new Int32Array(most);
    this.depths = new Int32Array(most);
    this.found = new Int32Array(most);
    for (const text of texts) this.add(text);
    this.link();
  }

  /** Returns the node after a byte. */
  next(node: number, byte: number): number {
    for (let at = node; ; at = this.ends[at]!) {
      const child = this.child(at, byte);
      if (child > 0 || at === 0) return child;
    }
  }

  private child(node: number, byte: number): number {
    let child = this.firstChildren[node]!;
    while (child > 0 && this.bytes[child] !== byte) child = this.siblings[child]!;
    return child;
  }

  private add(text: Buffer): void {
    let node = 0;
    for (const byte of text) node = this.child(node, byte) || this.grow(node, byte);
    this.found[node] = text.length;
  }

  private grow(node: number, byte: number): number {
    const child = this.size++;
    this.bytes[child] = byte;
    this.depths[child] = this.depths[node]! + 1;
    this.siblings[child] = this.firstChildren[node]!;
    this.firstChildren[node] = child;
    return child;
  }

  /** Shorter texts first: their suffixes are needed for longer ones. */
  private link(): void {
    const queue = [0];
    for (const node of queue) {
      for (let child = this.firstChildren[node]!; child > 0; child = this.siblings[child]!) {
        if (node > 0) this.ends[child] = this.next(this.ends[node]!, this.bytes[child]!);
        this.found[child] ||= this.found[this.ends[child]!]!;
        queue.push(child);
      }
    }
  }
}

/**
 * Replaces secrets in a stream of pieces by the same number of `x`, so that offsets stay the same. The result does not depend on the pieces: every
 * byte of every secret in the text is masked, and a possible prefix of a secret at its end.
 */
export class SecretMask {
  private readonly tree: SecretTree;
  private node = 0;
  /** Bytes that may be the beginning of a secret. */
  private held: Buffer = Buffer.alloc(0);

  constructor(secrets: readonly string[]) {
    this.tree = new SecretTree(secrets.flatMap(textsOf).map((text) => Buffer.from(text)));
  }

  /** @returns the text up to a possible beginning of a secret */
  push(piece: Buffer): Buffer {
    const text = Buffer.concat([this.held, piece]);
    let found: Int32Array | undefined;
    for (let at = this.held.length; at < text.length; at++) {
      this.node = this.tree.next(this.node, text[at]!);
      const length = this.tree.found[this.node]!;
      if (length > 0) (found ??= new Int32Array(text.length))[at] = length;
    }
    if (found) cross(text, found);
    const shown = text.length - this.tree.depths[this.node]!;
    this.held = text.subarray(shown);
    return text.subarray(0, shown);
  }

  /** @returns the rest at the end of the stream, masked if it is at least as long as the shortest secret */
  end(): Buffer {
    return this.held.length < SHORTEST ? this.held : Buffer.alloc(this.held.length, 'x');
  }
}

/**
 * Works from the end, so that every byte is masked once: secrets may overlap.
 * @param found the lengths of the secrets that end at each offset of the text
 */
function cross(text: Buffer, found: Int32Array): void {
  let crossed = text.length;
  for (let last = text.length - 1; last >= 0; last--) {
    const start = last + 1 - found[last]!;
    if (start >= Math.min(crossed, last + 1)) continue;
    text.fill('x', start, Math.min(crossed, last + 1));
    crossed = start;
  }
}
