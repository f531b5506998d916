import { fileKey, type FileRequest, type IncludedFile } from '../composition/file-request.js';

/** Facts about a repository that the conditions of a configuration may need. */
export interface KnownFacts {
  /** Changed paths by the ref that the commit is compared with, `''` for the former target of a pushed branch. Null: unknown. */
  readonly changes: Readonly<Record<string, readonly string[] | null>>;
  /** Paths of the files of the commit; null: too many. */
  readonly paths?: readonly string[] | null;
  /** Included files by their keys. */
  readonly files?: Readonly<Record<string, IncludedFile>>;
  /** Ids of the contents of files by their paths; null for those that do not exist. */
  readonly blobs?: Readonly<Record<string, string | null>>;
}

/** Facts to read before a plan is complete. */
export interface MissingFacts {
  /** Keys of `changes`. */
  readonly changes: readonly string[];
  readonly paths: boolean;
  readonly files: readonly FileRequest[];
  /** Paths of files whose ids are needed. */
  readonly blobs: readonly string[];
}

/** Returns the facts of a plan, and notes those that are not known yet. An unknown fact has a provisional answer. */
export class PlanFacts {
  readonly #changes = new Set<string>();
  readonly #files = new Map<string, FileRequest>();
  readonly #blobs = new Set<string>();
  #paths = false;

  constructor(private readonly known: KnownFacts) {}

  /** Returns the changed paths since a ref, or since the former target of the pushed branch; null: they are unknown. */
  changes(compareTo: string): readonly string[] | null {
    const { changes } = this.known;
    if (!Object.hasOwn(changes, compareTo)) this.#changes.add(compareTo);
    return Object.hasOwn(changes, compareTo) ? changes[compareTo]! : null;
  }

  /** Returns the paths of all files; null: there are too many. */
  paths(): readonly string[] | null {
    if (this.known.paths === undefined) this.#paths = true;
    return this.known.paths ?? null;
  }

  /** Returns an included file; undefined while it is not known. */
  file(request: FileRequest): IncludedFile | undefined {
    const [key, { files = {} }] = [fileKey(request), this.known];
    if (Object.hasOwn(files, key)) return files[key];
    this.#files.set(key, request);
    return undefined;
  }

  /** Returns the id of the content of a file; null for one that does not exist. */
  blobId(path: string): string | null {
    const { blobs = {} } = this.known;
    if (Object.hasOwn(blobs, path)) return blobs[path]!;
    this.#blobs.add(path);
    return null;
  }

  /** Returns the facts that were asked for without being known. */
  get missing(): MissingFacts | undefined {
    const isMissing = this.#changes.size > 0 || this.#paths || this.#files.size > 0 || this.#blobs.size > 0;
    if (!isMissing) return undefined;
    const [changes, files, blobs] = [[...this.#changes], [...this.#files.values()], [...this.#blobs]];
    return { changes, paths: this.#paths, files, blobs };
  }
}
