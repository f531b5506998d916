import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout: the folder that holds `hearth`. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Folder of the programs that `./hearth` installs, outside node_modules. */
export const toolsFolder = path.join(root, '.tools');

/** The data folder of a command that names none. */
export const defaultData = path.join(root, '.hearth');

/** The Node version that Hearth brings and runs on, for example `24.21.0`. */
export const nodeVersion = readFileSync(path.join(root, 'tools/hearth/node-version'), 'utf8').trim();
