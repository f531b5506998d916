import { readFileSync } from 'node:fs';
import path from 'node:path';
import { COMMANDS } from '../hearth/command-table.mjs';
import { root } from '../hearth/paths.mjs';
import { documentationPages } from './pages.mjs';

/** Command of Hearth in code of a page, up to the end of its line or code. */
const WRITTEN = /(?<=^|`|\$\()\.\/hearth ([a-z][a-z-]*)([^\n`|;&)]*)/gm;
const OPTION = /--([a-z][a-z-]*)/g;

/** Lists the commands and options that a page names and that do not exist. */
function unknownIn(text) {
  return [...text.matchAll(WRITTEN)].flatMap(([whole, name, rest]) => {
    const command = COMMANDS[name];
    if (name === 'help') return [];
    if (!command) return [whole];
    if (command.passesThrough) return [];
    const known = Object.keys(command.options ?? {});
    const options = [...rest.matchAll(OPTION)].map(([, option]) => option);
    return options.some((option) => option !== 'help' && !known.includes(option)) ? [whole] : [];
  });
}

describe('commands in the documentation', () => {
  it.each([
    ['./hearth up --detach', []],
    ['`./hearth raise` and `./hearth up --fast`', ['./hearth raise', './hearth up --fast']],
    ['./hearth exec npx tsc --build', []],
  ])('%s', (text, expected) => expect(unknownIn(text)).toEqual(expected));

  it('exist with their options', () => {
    const unknown = documentationPages().flatMap((page) =>
      unknownIn(readFileSync(path.join(root, page), 'utf8')).map((written) => `${page}: ${written}`),
    );
    expect(unknown).toEqual([]);
  });
});
