import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SERVICE_NAMES } from '@hearth/contract-kit';
import { versionOf } from '@hearth/http';
import { z } from 'zod';
import type { Owner } from './claims.js';

const FILE = 'routes.json';
const DOCUMENT = /^openapi-(?<version>[\w-]+)\.json$/;
const SERVICE = z.enum(SERVICE_NAMES);

const Content = z.object({
  tables: z.array(z.object({ service: SERVICE, text: z.string() })),
  holders: z.array(z.tuple([z.string(), z.enum(['edge', ...SERVICE_NAMES])])),
});

/** Tables that a gateway has learnt. */
export interface Knowledge {
  readonly tables: z.output<typeof Content>['tables'];
  readonly holders: ReadonlyMap<string, Owner>;
  /** Documents by their digests. */
  readonly documents: ReadonlyMap<string, Buffer>;
}

/** Folder in which a gateway keeps what it has learnt for its next start. No other program may write to it: the content is not signed. */
export class TableFolder {
  constructor(private readonly folder: string) {}

  /**
   * Reads what was saved; undefined when nothing was.
   * @throws when the folder cannot be read or holds something else
   */
  async load(): Promise<Knowledge | undefined> {
    await mkdir(this.folder, { recursive: true });
    const names = await readdir(this.folder);
    if (!names.includes(FILE)) return undefined;
    const { tables, holders } = Content.parse(JSON.parse(await readFile(path.join(this.folder, FILE), 'utf8')));
    const documents = new Map<string, Buffer>();
    for (const name of names) {
      const { version } = DOCUMENT.exec(name)?.groups ?? {};
      if (version === undefined) continue;
      const content = await readFile(path.join(this.folder, name));
      if (versionOf(content) === version) documents.set(version, content);
    }
    return { tables, holders: new Map(holders), documents };
  }

  /** Replaces what was saved, at once. */
  async save({ tables, holders, documents }: Knowledge): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const names = await readdir(this.folder);
    for (const [version, content] of documents) {
      const name = `openapi-${version}.json`;
      if (!names.includes(name)) await this.write(name, content);
    }
    await this.write(FILE, JSON.stringify({ tables, holders: [...holders] }));
    const unused = names.filter(
      (name) => DOCUMENT.test(name) && !documents.has(DOCUMENT.exec(name)!.groups!['version']!),
    );
    await Promise.all(unused.map((name) => rm(path.join(this.folder, name), { force: true })));
  }

  private async write(name: string, content: string | Buffer): Promise<void> {
    const file = path.join(this.folder, name);
    await writeFile(`${file}.new`, content);
    await rename(`${file}.new`, file);
  }
}
