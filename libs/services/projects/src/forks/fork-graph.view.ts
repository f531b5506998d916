/** A project in the graph. */
export interface ForkNode {
  readonly path: string;
  readonly forks: number;
}

/** Picture of a project between its source and its forks: sizes and places in pixels. */
export interface ForkGraph {
  readonly width: number;
  readonly height: number;
  /** Paths of SVG. */
  readonly lines: readonly string[];
  readonly nodes: readonly {
    readonly x: number;
    readonly y: number;
    readonly path: string;
    /** End of the path, as long as the node is wide, with the number of further forks. */
    readonly text: string;
    readonly isCurrent: boolean;
  }[];
}

export const FORK_NODE = { width: 220, height: 32 } as const;
const [COLUMN, ROW] = [FORK_NODE.width + 40, FORK_NODE.height + 12];
const MOST_CHARACTERS = 26;

/**
 * Draws a project with the one that it was forked from at its left, and its forks below each other at its right.
 * @param forks those of one page of the list
 * @returns null when there is neither a source nor a fork
 */
export function forkGraph(source: string | null, path: string, forks: readonly ForkNode[]): ForkGraph | null {
  if (source === null && forks.length === 0) return null;
  const left = source === null ? [] : [{ path: source, forks: 0 }];
  const columns = [left, [{ path, forks: 0 }], forks].filter((column) => column.length > 0);
  const nodes = columns.flatMap((column, x) =>
    column.map((each, y) => ({
      ...{ x: x * COLUMN, y: y * ROW, path: each.path },
      text: textOf(each),
      isCurrent: each.path === path,
    })),
  );
  return {
    width: columns.length * COLUMN - (COLUMN - FORK_NODE.width),
    height: Math.max(forks.length, 1) * ROW - (ROW - FORK_NODE.height),
    lines: nodes.filter(({ x }) => x > 0).map(lineTo),
    nodes,
  };
}

/** The line from the first node of the column before. */
function lineTo({ x, y }: { readonly x: number; readonly y: number }): string {
  const middle = FORK_NODE.height / 2;
  return `M${x - COLUMN + FORK_NODE.width} ${middle}H${x - 20}V${y + middle}H${x}`;
}

function textOf({ path, forks }: ForkNode): string {
  const count = forks > 0 ? ` (+${forks})` : '';
  const most = MOST_CHARACTERS - count.length;
  return `${path.length > most ? `…${path.slice(1 - most)}` : path}${count}`;
}
