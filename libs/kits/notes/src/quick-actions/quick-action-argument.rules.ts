const LABEL = /~?(?:"([^"]{1,255})"|([^\s~",]{1,255}))/g;
const MILESTONE = /^%?(?:"([^"]{1,255})"|([^"]{1,255}))$/;

/** Returns the names of labels in the argument of an action (`~bug ~"two words"`), each once. */
export function labelNamesIn(argument: string): string[] {
  return [...new Set([...argument.matchAll(LABEL)].map(([, quoted, plain]) => quoted ?? plain!))];
}

/** Returns the title in `%"two words"` or `%v1`; null when there is none. */
export function milestoneTitleIn(argument: string): string | null {
  const [, quoted, plain] = MILESTONE.exec(argument) ?? [];
  return quoted ?? plain ?? null;
}
