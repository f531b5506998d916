/** Job in a graph; `needs` are names of jobs. */
export interface GraphJob {
  readonly id: number;
  readonly name: string;
  readonly needs: readonly string[];
}

/** Place of a job in the picture, by its top left corner. */
export interface GraphNode<Job> {
  readonly job: Job;
  readonly x: number;
  readonly y: number;
  /** The name, shortened to the width of the node. */
  readonly text: string;
}

/** Picture of the jobs of a pipeline: a column for each stage, and a line from each job to those that need it. */
export interface PipelineGraph<Job> {
  readonly width: number;
  readonly height: number;
  readonly stages: readonly { readonly name: string; readonly x: number }[];
  readonly nodes: readonly GraphNode<Job>[];
  /** Data of SVG paths. */
  readonly lines: readonly string[];
}

/** Sizes in the units of the picture; a node has the width and height of `NODE`. */
export const NODE = { width: 170, height: 32 } as const;
const COLUMN = 230;
const ROW = 44;
const HEAD = 28;
const LONGEST_TEXT = 20;
/** Larger pictures are hard to read, and large pages. */
const MOST_JOBS = 200;
const MOST_LINES = 500;

/** @returns null for jobs without needs, whose order the stages tell, and for more jobs or needs than a picture can show */
export function graphOf<Job extends GraphJob>(
  stages: readonly { readonly name: string; readonly jobs: readonly Job[] }[],
): PipelineGraph<Job> | null {
  const nodes = stages.flatMap(({ jobs }, column) =>
    jobs.map((job, row) => ({ job, x: column * COLUMN, y: HEAD + row * ROW, text: shortened(job.name) })),
  );
  const byName = new Map(nodes.map((node) => [node.job.name, node]));
  const lines = nodes.flatMap((node) =>
    node.job.needs.flatMap((name) => {
      const needed = byName.get(name);
      return needed && needed !== node ? [lineBetween(needed, node)] : [];
    }),
  );
  if (lines.length === 0 || lines.length > MOST_LINES || nodes.length > MOST_JOBS) return null;
  const rows = Math.max(...stages.map(({ jobs }) => jobs.length));
  return {
    width: (stages.length - 1) * COLUMN + NODE.width,
    height: HEAD + (rows - 1) * ROW + NODE.height,
    stages: stages.map(({ name }, column) => ({ name: shortened(name), x: column * COLUMN })),
    nodes,
    lines,
  };
}

/** Returns a curve from the right edge of one node to the left edge of the other; in one column, around it on the right. */
function lineBetween(from: GraphNode<unknown>, to: GraphNode<unknown>): string {
  const [x1, y1] = [from.x + NODE.width, from.y + NODE.height / 2];
  const y2 = to.y + NODE.height / 2;
  const gap = COLUMN - NODE.width;
  if (from.x === to.x) return `M${x1} ${y1}C${x1 + gap / 2} ${y1} ${x1 + gap / 2} ${y2} ${x1} ${y2}`;
  const middle = to.x - gap / 2;
  return `M${x1} ${y1}H${to.x - gap}C${middle} ${y1} ${middle} ${y2} ${to.x} ${y2}`;
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > LONGEST_TEXT ? `${characters.slice(0, LONGEST_TEXT - 1).join('')}…` : text;
}
