import { Injectable } from '@nestjs/common';
import { Git } from '../git/git.js';
import type { ReadRights } from '../git/reads/read-rights.js';
import { parseTagName, refOfTag } from '../git/refs/ref-name.js';
import { parseRevision } from '../git/refs/revision.js';
import { MoveRefs, type RefWriter } from '../journal/move-refs.js';
import { TagExists, TagNameInvalid, TagTargetInvalid } from '../refusals.js';

export interface NewTag {
  readonly name: string;
  /** A branch, tag or commit. */
  readonly ref: string;
  /** Rights of the caller who named `ref`. */
  readonly rights: ReadRights;
  /** Blank for a lightweight tag. */
  readonly message: string;
}

/** Creates a tag at an existing commit; an annotated one if it has a message. */
@Injectable()
export class CreateTag {
  constructor(
    private readonly moveRefs: MoveRefs,
    private readonly git: Git,
  ) {}

  /** @throws TagNameInvalid, TagExists, TagTargetInvalid, and the errors of {@link MoveRefs.execute} */
  async execute(writer: RefWriter, { name: given, ref, message, rights }: NewTag): Promise<void> {
    const name = parseTagName(given);
    if (name === null) throw TagNameInvalid();
    const revision = parseRevision(ref);
    const { path } = writer.repository;
    await this.moveRefs.execute(writer, async () => {
      if (await this.git.tags.find(path, name)) throw TagExists({ name });
      const commit = revision && (await this.git.revisions.resolve(path, revision, rights));
      if (!commit) throw TagTargetInvalid({ ref });
      const seconds = Math.floor(Date.now() / 1000);
      const content = { name, commit, tagger: writer.principal, seconds, message: message.trim() };
      const to = content.message === '' ? commit : await this.git.tagWriter.write(path, content);
      return [{ ref: refOfTag(name), from: null, to }];
    });
  }
}
