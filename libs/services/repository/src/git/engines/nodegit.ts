import { createRequire } from 'node:module';

/** The used part of nodegit; the package has no types. Asynchronous methods run on the threads of its own pool. */
export interface NodeGit {
  readonly Libgit2: {
    readonly OPT: Readonly<Record<'ENABLE_CACHING' | 'ENABLE_FSYNC_GITDIR' | 'SET_OWNER_VALIDATION', number>>;
    opts(option: number, value: number): void;
  };
  readonly Oid: { fromString(id: string): Oid };
  readonly Repository: { openBare(folder: string): Promise<Repository> };
  readonly Object: {
    TYPE: { readonly ANY: number };
    lookup(repository: Repository, id: Oid, type: number): Promise<unknown>;
  };
  readonly Tree: { lookup(repository: Repository, id: Oid): Promise<Tree> };
  readonly Merge: {
    commits(repository: Repository, ours: Oid, theirs: Oid): Promise<Index>;
    trees(repository: Repository, ancestor: Tree, ours: Tree, theirs: Tree): Promise<Index>;
  };
}

export interface Oid {
  tostrS(): string;
}

export interface Repository {
  odb(): Promise<Odb>;
}

export interface Odb {
  /** Null for an object that is missing or cannot be read. */
  read(id: Oid): Promise<OdbObject | null>;
}

/** Its memory belongs to libgit2, and is freed when JavaScript collects the object. */
export interface OdbObject {
  /** 1 commit, 2 tree, 3 blob, 4 tag. */
  type(): number;
  size(): number;
  data(): { toBuffer(length: number): Buffer };
}

export interface Tree {
  id(): Oid;
}

export interface Index {
  /** Not 0 when there are conflicts. */
  hasConflicts(): number;
  entries(): { readonly path: string }[];
  writeTreeTo(repository: Repository): Promise<Oid>;
}

/** The `errno` of its errors for an object or repository that is not there. */
export const NOT_FOUND = -3;

/** Loads the package built by `./hearth engine nodegit` from its folder, and configures libgit2 like git. */
export function loadNodeGit(folder: string): NodeGit {
  const nodegit = createRequire(import.meta.url)(folder) as NodeGit;
  const { OPT, opts } = nodegit.Libgit2;
  // Storages may belong to another user than the one that runs the service (volumes, restores).
  opts(OPT.SET_OWNER_VALIDATION, 0);
  // Objects that stay must be on the disk before a ref points at them.
  opts(OPT.ENABLE_FSYNC_GITDIR, 1);
  // The service caches what it reads; libgit2 would cache up to 256 MiB again.
  opts(OPT.ENABLE_CACHING, 0);
  return nodegit;
}
