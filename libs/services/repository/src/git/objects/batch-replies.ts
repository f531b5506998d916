/** Reply of `cat-file --batch-command` for one name. `content` is null for `info` and for objects over the bound. */
export interface BatchReply {
  readonly id: string;
  readonly type: 'commit' | 'tree' | 'blob' | 'tag';
  readonly size: number;
  readonly content: Buffer | null;
}

export interface BatchRequest {
  readonly command: 'info' | 'contents';
  /** Bytes up to which content is kept; longer content is skipped. */
  readonly maxBytes: number;
  /** Called with null when git knows no such object, or more than one. */
  readonly resolve: (reply: BatchReply | null) => void;
  readonly reject: (reason: unknown) => void;
}

/** Reply whose content is still arriving. */
interface OpenReply {
  readonly reply: Omit<BatchReply, 'content'>;
  readonly content: Buffer | null;
  read: number;
}

const HEADER = /^([0-9a-f]{40}) (commit|tree|blob|tag) (\d+)$/;
const LINE_FEED = 0x0a;

/** Splits the output of `cat-file --batch-command` into replies. git answers requests in order. */
export class BatchReplies {
  readonly #waiting: BatchRequest[] = [];
  #answered = 0;
  #header: Buffer[] = [];
  #body: OpenReply | null = null;

  get pending(): number {
    return this.#waiting.length - this.#answered;
  }

  expect(request: BatchRequest): void {
    this.#waiting.push(request);
  }

  /** Adds the next bytes of the output; throws a TypeError for output without a matching request. */
  push(chunk: Buffer): void {
    let offset = 0;
    while (offset < chunk.length) {
      offset = this.#body === null ? this.#readHeader(chunk, offset) : this.#readBody(this.#body, chunk, offset);
    }
  }

  /** Rejects all waiting requests. */
  fail(reason: unknown): void {
    while (this.pending > 0) this.#next().reject(reason);
  }

  #next(): BatchRequest {
    const request = this.#waiting[this.#answered];
    if (request === undefined) throw new TypeError('git cat-file answered without a request');
    this.#answered += 1;
    // Removed in batches: shifting a long queue for every reply would copy it each time.
    if (this.#answered >= 1024 || this.#answered === this.#waiting.length) {
      this.#waiting.splice(0, this.#answered);
      this.#answered = 0;
    }
    return request;
  }

  #readHeader(chunk: Buffer, offset: number): number {
    const end = chunk.indexOf(LINE_FEED, offset);
    if (end === -1) {
      this.#header.push(chunk.subarray(offset));
      return chunk.length;
    }
    const part = chunk.subarray(offset, end);
    const line = (this.#header.length === 0 ? part : Buffer.concat([...this.#header, part])).toString('latin1');
    this.#header = [];
    this.#startReply(line);
    return end + 1;
  }

  #startReply(line: string): void {
    const found = HEADER.exec(line);
    if (found === null) {
      // "<name> missing", "<name> ambiguous": in both cases the name identifies no object.
      this.#next().resolve(null);
      return;
    }
    const reply = { id: found[1]!, type: found[2] as BatchReply['type'], size: Number(found[3]) };
    const request = this.#waiting[this.#answered];
    if (request?.command !== 'contents') {
      this.#next().resolve({ ...reply, content: null });
      return;
    }
    const kept = reply.size <= request.maxBytes;
    this.#body = { reply, content: kept ? Buffer.allocUnsafeSlow(reply.size) : null, read: 0 };
  }

  #readBody(body: OpenReply, chunk: Buffer, offset: number): number {
    const { size } = body.reply;
    const end = Math.min(chunk.length, offset + size - body.read);
    body.content?.set(chunk.subarray(offset, end), body.read);
    body.read += end - offset;
    // The line feed after the content belongs to the reply.
    if (body.read < size || end === chunk.length) return end;
    this.#body = null;
    this.#next().resolve({ ...body.reply, content: body.content });
    return end + 1;
  }
}
