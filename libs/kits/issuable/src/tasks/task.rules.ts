import { hash } from 'node:crypto';

const TASK = /^((?:\s*>)*\s*(?:[-*+]|\d{1,9}[.)])\s+\[)([ xX])(?=\]\s)/;

/** Returns a text by which a changed description is recognised. */
export function versionOf(description: string): string {
  return hash('sha256', description);
}

/**
 * Ticks a task of a description, or unticks it.
 * @param line number of its line, from 0 on
 * @returns undefined for a line without a task
 */
export function toggledTask(description: string, line: number): string | undefined {
  // Line ends are kept at the odd places.
  const parts = description.split(/(\r\n?|\n)/);
  const [found, begin, mark] = TASK.exec(parts[line * 2] ?? '') ?? [];
  if (found === undefined) return undefined;
  parts[line * 2] = `${begin}${mark === ' ' ? 'x' : ' '}${parts[line * 2]!.slice(found.length)}`;
  return parts.join('');
}
