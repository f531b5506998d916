import { LRUCache } from 'lru-cache';
import type { Commit } from '../objects/commit-object.js';
import type { Objects } from '../objects/objects.js';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { refOfTag, tagOfRef, type TagName } from '../refs/ref-name.js';
import type { Refs } from './refs.js';

export interface Tag {
  readonly name: TagName;
  /** Object that the ref points at; for an annotated tag, the tag object. */
  readonly target: ObjectId;
}

/** Tag with the object that it finally points at. */
export interface DescribedTag extends Tag {
  /** Null for a tag of a tree or blob. */
  readonly commit: Commit | null;
  /** Null for a lightweight tag. */
  readonly message: string | null;
}

interface Peeled {
  readonly commit: ObjectId | null;
  readonly message: string | null;
}

/** Most levels of tags of tags. Deeper ones have no commit. */
const MOST_DEPTH = 10;

/** The tags of a repository. */
export class Tags {
  /** Targets of tag objects; they never change. */
  readonly #peeled: LRUCache<string, Peeled>;

  constructor(
    private readonly refs: Refs,
    private readonly objects: Objects,
    cacheBytes: number,
  ) {
    const sizeCalculation = ({ message }: Peeled) => 300 + 2 * (message?.length ?? 0);
    this.#peeled = new LRUCache({ maxSize: cacheBytes, sizeCalculation });
  }

  /** Returns all tags, ordered by the bytes of their names; none for a missing repository. */
  async list(repository: RepositoryPath): Promise<Tag[]> {
    return [...(await this.refs.shown(repository))].flatMap(([ref, target]) => {
      const name = tagOfRef(ref);
      return name === null ? [] : [{ name, target }];
    });
  }

  /** Returns one tag, or null. */
  async find(repository: RepositoryPath, name: TagName): Promise<Tag | null> {
    const target = await this.refs.tip(repository, refOfTag(name));
    return target && { name, target };
  }

  /** Returns the same tags in their order, with their targets. */
  describe(repository: RepositoryPath, tags: readonly Tag[]): Promise<DescribedTag[]> {
    return Promise.all(
      tags.map(async (tag) => {
        const { commit, message } = await this.#peel(repository, tag.target, MOST_DEPTH);
        return { ...tag, message, commit: commit && (await this.objects.commit(repository, commit)) };
      }),
    );
  }

  async #peel(repository: RepositoryPath, id: ObjectId, depth: number): Promise<Peeled> {
    const key = `${repository}:${id}`;
    const known = this.#peeled.get(key);
    if (known !== undefined) return known;
    const peeled = await this.#read(repository, id, depth);
    if (depth === MOST_DEPTH) this.#peeled.set(key, peeled);
    return peeled;
  }

  async #read(repository: RepositoryPath, id: ObjectId, depth: number): Promise<Peeled> {
    const type = (await this.objects.info(repository, id))?.type;
    if (type === 'commit') return { commit: id, message: null };
    const tag = type === 'tag' && depth > 0 ? await this.objects.tag(repository, id) : null;
    if (tag === null) return { commit: null, message: null };
    const { commit } = await this.#peel(repository, tag.target, depth - 1);
    return { commit, message: tag.message.replace(/\n$/, '') };
  }
}
