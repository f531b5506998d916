import { fileURLToPath } from 'node:url';
import type { Count, Counted } from './measure-statements.js';

/** The command that writes the files, to be run when one is out of date. */
export const COMMAND = 'npm run generate:statements';

/** Path of the file with a service's counts. */
export function statementsFile(service: string): string {
  const folder = service === 'edge' ? 'edge' : `services/${service}`;
  return fileURLToPath(new URL(`../../../../libs/${folder}/statements.generated.json`, import.meta.url));
}

/** Formats the counts of one service's endpoints: a line each. */
export function statementsText(counted: readonly Counted[]): string {
  const lines = counted.map(({ name, counts: { admin, member } }) => {
    return `  ${JSON.stringify(name)}: { "admin": "${cell(admin)}", "member": "${cell(member)}" }`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

function cell(counts: readonly (Count | null)[]): string {
  return [...new Set(counts.map((count) => (count ? String(count.statements) : '–')))].join(' → ');
}
