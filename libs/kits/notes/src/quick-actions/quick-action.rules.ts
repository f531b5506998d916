/** A line of a text that is a command, such as `/close` or `/label ~bug`. */
export interface QuickAction {
  /** Lower case. */
  readonly name: string;
  /** The text after the name, trimmed. */
  readonly argument: string;
  /** Index of the line in the text. */
  readonly line: number;
}

/** Outcome of the quick actions of a text. */
export interface AppliedActions {
  /** Actions that were possible and permitted; the others stay in the text. */
  readonly applied: readonly QuickAction[];
  /** The changes, by parameter of the API. */
  readonly changes: Readonly<Record<string, unknown>>;
  /** A sentence for each applied action. */
  readonly summary: readonly string[];
}

export const NO_ACTIONS: AppliedActions = { applied: [], changes: {}, summary: [] };

const FENCE = /^\s{0,3}(```|~~~)/;
const ACTION = /^\/([a-z_]{1,32})(?:[ \t](.*))?$/i;
/** Maximum number of quick actions in a text; further lines stay text. */
const MOST_ACTIONS = 50;

/** Yields the lines of a text with their indexes, without blocks of code. */
export function* proseOf(text: string): Generator<[line: number, content: string]> {
  let fence: string | undefined;
  for (const [line, content] of text.split(/\r?\n/).entries()) {
    const mark = FENCE.exec(content)?.[1];
    if (mark !== undefined && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined;
    else if (fence === undefined) yield [line, content];
  }
}

/** Returns the lines of a text that are one of these commands. Blocks of code are skipped. @param names in lower case */
export function quickActionsIn(text: string, names: readonly string[]): QuickAction[] {
  const actions: QuickAction[] = [];
  for (const [line, content] of proseOf(text)) {
    if (actions.length === MOST_ACTIONS) break;
    const [, name, argument = ''] = ACTION.exec(content) ?? [];
    if (name !== undefined && names.includes(name.toLowerCase()))
      actions.push({ name: name.toLowerCase(), argument: argument.trim(), line });
  }
  return actions;
}

/** Returns the text without the lines of these commands. */
export function withoutActions(text: string, applied: readonly QuickAction[]): string {
  if (applied.length === 0) return text;
  const gone = new Set(applied.map(({ line }) => line));
  return text
    .split(/\r?\n/)
    .filter((_, line) => !gone.has(line))
    .join('\n')
    .trim();
}
