import type { BuildVariable } from '../variables/variable.rules.js';

const MOST_VARIABLES = 100;
const LINE = /^(?:export\s+)?(?<key>[a-zA-Z_]\w*)=(?<value>.*)$/;

/** Reads variables, a line for each: `KEY=value`, `KEY="value"`. @returns undefined for a text with other lines, and for too many */
export function dotenvVariables(text: string): readonly BuildVariable[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const variables = lines.flatMap((line) => {
    const { key, value } = LINE.exec(line)?.groups ?? {};
    const isStorable = value !== undefined && !value.includes('\0') && value.isWellFormed();
    return isStorable ? [{ key: key!, value: unquoted(value.trim()), public: true }] : [];
  });
  return variables.length === lines.length && variables.length <= MOST_VARIABLES ? variables : undefined;
}

function unquoted(value: string): string {
  const quote = value[0];
  const isQuoted = value.length >= 2 && (quote === '"' || quote === "'") && value.endsWith(quote);
  return isQuoted ? value.slice(1, -1) : value;
}
