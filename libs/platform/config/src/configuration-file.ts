import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { ConfigurationError } from './configuration-error.js';
import names from './names.generated.json' with { type: 'json' };
import { nearestSetting } from './unknown-variables.js';

/** Names the file; it cannot be set in the file itself. */
export const FILE_VARIABLE = 'HEARTH_CONFIG_FILE';

/** A setting in a configuration file. */
export interface FileSetting {
  readonly name: string;
  /** As it would stand in the environment. */
  readonly value: string;
  readonly line: number;
}

/** The contents of a configuration file; `problems` are sentences, each with its line, which quote no value. */
export interface ConfigurationFile {
  readonly settings: readonly FileSetting[];
  readonly problems: readonly string[];
}

const load = createRequire(import.meta.url);

/**
 * Reads a configuration file: YAML with the names of variables as keys. Values are texts, numbers, `true` or `false` for flags, lists for what
 * variables separate by commas, and mappings for what they write as JSON.
 * @param known every variable that a program of Hearth reads
 * @throws ConfigurationError for a file that cannot be read
 */
export function readConfigurationFile(file: string, known: readonly string[] = names): ConfigurationFile {
  return parseConfigurationFile(textOf(file), file, known);
}

/** @param file for sentences */
export function parseConfigurationFile(
  text: string,
  file: string,
  known: readonly string[] = names,
): ConfigurationFile {
  // Loaded here, since most processes have no file.
  const { LineCounter, isMap, parseDocument } = load('yaml') as typeof Yaml;
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const place = (offset: number) => `${file}, line ${lines.linePos(offset).line}`;
  const broken = document.errors.map(({ pos, message }) => `${place(pos[0])}: ${message}.`);
  const root = document.contents;
  if (broken.length > 0 || root === null) return { settings: [], problems: broken };
  if (!isMap<Yaml.Scalar, Yaml.Node | null>(root))
    return { settings: [], problems: [`${place(0)}: names of settings with their values are expected.`] };
  const settings: FileSetting[] = [];
  const problems: string[] = [];
  for (const { key, value } of root.items) {
    const name = String(key.value);
    const offset = key.range?.[0] ?? 0;
    if (name === FILE_VARIABLE) problems.push(`${place(offset)}: ${name} names this file and cannot stand in it.`);
    else if (!known.includes(name))
      problems.push(
        `${place(offset)}: ${name} is no setting of Hearth; ${nearestSetting(name, known)} is the nearest.`,
      );
    else settings.push({ name, value: asVariable(value, document), line: lines.linePos(offset).line });
  }
  return { settings, problems };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigurationError(
      `${FILE_VARIABLE} leads to ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

/** A value as it stands in a variable. Numbers keep the form in which they are written. */
function asVariable(node: Yaml.Node | null, document: Yaml.Document): string {
  const { isScalar, isSeq } = load('yaml') as typeof Yaml;
  if (node === null) return '';
  const value: unknown = node.toJS(document);
  if (isScalar(node) && typeof value === 'number') return node.source ?? String(value);
  if (isSeq(node) && node.items.every((item) => isScalar(item)))
    return node.items.map((item) => asVariable(item as Yaml.Node, document)).join(',');
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return value === null ? '' : String(value);
}
