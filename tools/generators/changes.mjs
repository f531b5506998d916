import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatted } from '../format.mjs';

/** Files to be made and changed, written together at the end: a generator that fails leaves nothing behind. */
export class Changes {
  #root;
  #texts = new Map();

  /** @param {string} root folder of the repository */
  constructor(root) {
    this.#root = root;
  }

  exists(file) {
    return this.#texts.has(file) || existsSync(path.join(this.#root, file));
  }

  read(file) {
    return this.#texts.get(file) ?? readFileSync(path.join(this.#root, file), 'utf8');
  }

  /** @throws when the file is there already: nothing that exists is overwritten */
  create(file, text) {
    if (this.exists(file)) throw new Error(`${file} exists already`);
    this.#texts.set(file, text);
  }

  edit(file, change) {
    this.#texts.set(file, change(this.read(file)));
  }

  /** @param {(value: object) => void} change alters what the file holds */
  editJson(file, change) {
    this.edit(file, (text) => {
      const value = JSON.parse(text);
      change(value);
      return JSON.stringify(value, null, 2);
    });
  }

  /** Makes the file where it is missing, then changes it. */
  ensure(file, text, change = (same) => same) {
    if (!this.exists(file)) this.create(file, text);
    this.edit(file, change);
  }

  /** Writes everything, formatted. @returns a line for each file that is new or different */
  async write() {
    const lines = [];
    for (const [file, text] of this.#texts) {
      const target = path.join(this.#root, file);
      const before = existsSync(target) ? readFileSync(target, 'utf8') : undefined;
      const after = await formatted(file, text);
      if (after === before) continue;
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, after);
      lines.push(`${before === undefined ? 'made   ' : 'changed'}  ${file}`);
    }
    return lines;
  }
}
