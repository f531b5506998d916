/** A file that came with a multipart form, held in memory. */
export class UploadedFile {
  constructor(
    /** As the client calls it, without folders. */
    readonly name: string,
    /** The media type that the client claims. */
    readonly type: string,
    readonly content: Buffer,
    /** True when the file is longer than what a form may carry: `content` is then its beginning. */
    readonly truncated: boolean,
  ) {}
}
