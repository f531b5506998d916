import { setImmediate } from 'node:timers/promises';
import { TokenParser, TokenType, Tokenizer } from '@streamparser/json';
import { EntityTooLarge, MalformedJson } from '../refusals.js';

/** Bytes parsed without a pause: other requests wait a few milliseconds. */
const SLICE = 16 * 1024;
const STRING_BUFFER = 64 * 1024;
export const MAX_DEPTH = 32;
export const MAX_VALUES = 100_000;

const OPENING = new Set([TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET]);
const CLOSING = new Set([TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET]);
const SEPARATORS = new Set([TokenType.COLON, TokenType.COMMA, TokenType.SEPARATOR]);

/** Parses JSON while it arrives, in slices between which the process does other work. Accepts and refuses the same texts as `JSON.parse`. */
export class JsonStream {
  private readonly tokenizer = new Tokenizer({ stringBufferSize: STRING_BUFFER });
  private readonly parser = new TokenParser({ paths: ['$'] });
  private result: unknown;
  private depth = 0;
  private values = 0;

  constructor() {
    this.tokenizer.onToken = (token) => {
      this.count(token.token);
      this.parser.write(token);
    };
    this.parser.onValue = ({ value }) => (this.result = value);
    for (const each of [this.tokenizer, this.parser])
      each.onError = (error) => {
        throw error;
      };
  }

  /** @throws MalformedJson; EntityTooLarge for more values or levels than a request may have */
  async write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; at += SLICE) {
      this.attempt(() => this.tokenizer.write(bytes.subarray(at, at + SLICE)));
      await setImmediate();
    }
  }

  /** The parsed value. @throws MalformedJson */
  end(): unknown {
    this.attempt(() => {
      if (!this.tokenizer.isEnded) this.tokenizer.end();
      if (!this.parser.isEnded) this.parser.end();
    });
    return this.result;
  }

  /** Names in objects count as values: they cost as much. */
  private count(token: TokenType): void {
    if (OPENING.has(token)) this.depth += 1;
    else if (CLOSING.has(token)) this.depth -= 1;
    if (!CLOSING.has(token) && !SEPARATORS.has(token)) this.values += 1;
    if (this.depth > MAX_DEPTH || this.values > MAX_VALUES) throw EntityTooLarge();
  }

  private attempt(step: () => void): void {
    try {
      step();
    } catch (error) {
      throw EntityTooLarge.is(error) ? error : MalformedJson();
    }
  }
}
