import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Stream } from '@hearth/http';

const compress = promisify(gzip);

/** A text that is compressed once, when it is first asked for. */
export class CompressedText {
  private compressed: Promise<Buffer> | undefined;

  /** @param type the media type */
  constructor(
    private readonly text: Buffer,
    private readonly options: Pick<Stream['options'], 'type' | 'policy'>,
  ) {}

  async stream(): Promise<Stream> {
    this.compressed ??= compress(this.text);
    return new Stream(this.text, { ...this.options, gzip: await this.compressed });
  }
}
