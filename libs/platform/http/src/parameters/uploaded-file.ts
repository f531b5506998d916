/** A file of a multipart form, in memory. */
export class UploadedFile {
  constructor(
    /** The client's file name, without folders. */
    readonly name: string,
    /** The media type in the client's request. */
    readonly type: string,
    readonly content: Buffer,
    /** True when the file exceeds the limit of a form: `content` is then its beginning. */
    readonly truncated: boolean,
  ) {}
}
