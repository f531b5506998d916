import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { RepositoryPath } from '../refs/paths.js';
import { THROWN_AWAY } from './engine.js';
import type { FailureKind } from './libgit2-question.js';
import { NOT_FOUND, type NodeGit, type Odb, type Repository } from './nodegit.js';

/** Failure with a kind, for a question that cannot be answered. */
export class Libgit2Failure extends Error {
  override readonly name = 'Libgit2Failure';

  constructor(
    readonly kind: FailureKind,
    message: string,
  ) {
    super(message);
  }
}

export interface OpenRepository {
  readonly repository: Repository;
  readonly odb: Odb;
}

/** Repositories that libgit2 has open in its process. */
export class Libgit2Repositories {
  readonly #open: LRUCache<RepositoryPath, Promise<OpenRepository>>;

  constructor(
    private readonly nodegit: NodeGit,
    most: number,
  ) {
    this.#open = new LRUCache({ max: most });
  }

  /**
   * Runs `work` with an open repository. After a failure it runs again with a newly opened one: libgit2 may have used packs that a repack has
   * replaced since. Throws Libgit2Failure when the repository does not exist.
   */
  async use<Answer>(path: RepositoryPath, work: (open: OpenRepository) => Promise<Answer>): Promise<Answer> {
    const known = this.#open.get(path);
    if (known !== undefined) {
      try {
        return await work(await known);
      } catch (error) {
        if (error instanceof Libgit2Failure) throw error;
        this.release(path);
      }
    }
    return work(await this.#opened(path));
  }

  /** Runs `work` with a temporary repository that reads the objects of another one. Everything written is deleted afterwards. */
  async useThrownAway<Answer>(
    repository: RepositoryPath,
    work: (open: OpenRepository) => Promise<Answer>,
  ): Promise<Answer> {
    const objects = path.join(repository, 'objects');
    const folder = await mkdtemp(path.join(objects, THROWN_AWAY)).catch(async (error: unknown) => {
      throw await failureOf(repository, error);
    });
    try {
      await Promise.all(['refs', 'objects/info'].map((each) => mkdir(path.join(folder, each), { recursive: true })));
      await writeFile(path.join(folder, 'objects/info/alternates'), `${objects}\n`);
      await writeFile(path.join(folder, 'HEAD'), 'ref: refs/heads/none\n');
      const opened = await this.nodegit.Repository.openBare(folder);
      return await work({ repository: opened, odb: await opened.odb() });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Closes the repository as soon as its users have ended and JavaScript has collected it. */
  release(path: RepositoryPath): void {
    this.#open.delete(path);
  }

  #opened(path: RepositoryPath): Promise<OpenRepository> {
    const opening = this.#openNow(path);
    this.#open.set(path, opening);
    opening.catch(() => {
      if (this.#open.peek(path) === opening) this.#open.delete(path);
    });
    return opening;
  }

  async #openNow(path: RepositoryPath): Promise<OpenRepository> {
    try {
      const repository = await this.nodegit.Repository.openBare(path);
      return { repository, odb: await repository.odb() };
    } catch (error) {
      throw await failureOf(path, error);
    }
  }
}

/** Returns whether libgit2 reported that something does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Error && (error as Error & { errno?: number }).errno === NOT_FOUND;
}

async function failureOf(repository: RepositoryPath, error: unknown): Promise<unknown> {
  const exists = await access(path.join(repository, 'HEAD')).then(
    () => true,
    () => false,
  );
  return exists ? error : new Libgit2Failure('missing', `there is no repository at ${repository}`);
}
