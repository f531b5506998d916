/** A line of a text that is a command, such as `/close` or `/label ~bug`. */
export interface QuickAction {
  /** Small letters. */
  readonly name: string;
  /** What stands behind the name, trimmed. */
  readonly argument: string;
  /** Its place among the lines of the text. */
  readonly line: number;
}

/** What became of the quick actions of a text. */
export interface AppliedActions {
  /** Those that were possible and allowed; the others stay text. */
  readonly applied: readonly QuickAction[];
  /** What they changed, by parameter of the API. */
  readonly changes: Readonly<Record<string, unknown>>;
  /** A sentence for each. */
  readonly summary: readonly string[];
}

export const NO_ACTIONS: AppliedActions = { applied: [], changes: {}, summary: [] };

const FENCE = /^\s{0,3}(```|~~~)/;
const ACTION = /^\/([a-z_]{1,32})(?:[ \t](.*))?$/i;
/** More than these are text. */
const MOST_ACTIONS = 50;

/** The lines of a text with their places, without blocks of code. */
export function* proseOf(text: string): Generator<[line: number, content: string]> {
  let fence: string | undefined;
  for (const [line, content] of text.split(/\r?\n/).entries()) {
    const mark = FENCE.exec(content)?.[1];
    if (mark !== undefined && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined;
    else if (fence === undefined) yield [line, content];
  }
}

/** The lines of a text that are one of these commands. Blocks of code are text. @param names in small letters */
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

/** The text without the lines of these commands. */
export function withoutActions(text: string, applied: readonly QuickAction[]): string {
  if (applied.length === 0) return text;
  const gone = new Set(applied.map(({ line }) => line));
  return text
    .split(/\r?\n/)
    .filter((_, line) => !gone.has(line))
    .join('\n')
    .trim();
}
