import { SaxesParser, type SaxesTagPlain } from 'saxes';

export const TEST_STATUSES = ['error', 'failed', 'success', 'skipped'] as const;
export type TestStatus = (typeof TEST_STATUSES)[number];

/** Text of a failure, or its attributes without a text. */
type Output = string | Readonly<Record<string, string>>;

/** Test of a JUnit report. */
export interface TestCase {
  readonly status: TestStatus;
  readonly name: string | null;
  readonly classname: string | null;
  /** In seconds. */
  readonly time: number;
  readonly output: Output | readonly Output[] | null;
}

/** Bounds of a report. */
export interface JunitLimits {
  readonly mostCases: number;
  readonly mostDepth: number;
  /** Most UTF-16 units of an output; the rest is cut off. */
  readonly longestOutput: number;
}

/** Elements of a test that decide its status; the first one counts. */
const OUTCOMES = new Map<string, TestStatus>([
  ['failure', 'failed'],
  ['error', 'error'],
  ['skipped', 'skipped'],
]);

/** Open element: a suite contains suites and tests, a test outcomes. Everything else in a report is ignored. */
type Frame =
  | { readonly kind: 'suite'; readonly name: string | null }
  | { readonly kind: 'case'; readonly suite: string | null; readonly tag: SaxesTagPlain; readonly outcomes: Outcome[] }
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'other' };

interface Outcome {
  readonly element: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/**
 * Reads the tests of XML files in the format of JUnit. A test that is reported again with its status replaces the earlier one. Entities of a
 * document type are not expanded: they are errors.
 * @throws Error for text that is not well-formed, and beyond the limits
 */
export function junitCases(files: Iterable<string>, limits: JunitLimits): TestCase[] {
  const cases = new Map<string, TestCase>();
  for (const file of files) {
    const frames: Frame[] = [];
    const parser = new SaxesParser();
    parser.on('opentag', (tag) => {
      if (frames.length === limits.mostDepth) throw new Error(`More than ${limits.mostDepth} nested elements`);
      frames.push(opened(tag, frames.at(-1)));
    });
    const append = (text: string) => {
      const frame = frames.at(-1);
      if (frame?.kind !== 'outcome') return;
      const { outcome } = frame;
      outcome.text += text.slice(0, limits.longestOutput - outcome.text.length);
    };
    parser.on('text', append);
    parser.on('cdata', append);
    parser.on('closetag', () => {
      const frame = frames.pop();
      if (frame?.kind !== 'case') return;
      const each = caseOf(frame);
      cases.set(JSON.stringify([each.status, frame.suite, each.classname, each.name]), each);
      if (cases.size > limits.mostCases) throw new Error(`More than ${limits.mostCases} tests`);
    });
    parser.write(file).close();
  }
  return [...cases.values()];
}

function opened(tag: SaxesTagPlain, parent: Frame | undefined): Frame {
  const { name, attributes } = tag;
  const isSuite = name === 'testsuite' || (name === 'testsuites' && !parent);
  if (isSuite && (!parent || parent.kind === 'suite')) return { kind: 'suite', name: attributes['name'] ?? null };
  if (name === 'testcase' && parent?.kind === 'suite') return { kind: 'case', suite: parent.name, tag, outcomes: [] };
  if (parent?.kind !== 'case' || !OUTCOMES.has(name)) return { kind: 'other' };
  const outcome = { element: name, attributes, text: '' };
  parent.outcomes.push(outcome);
  return { kind: 'outcome', outcome };
}

function caseOf({ tag: { attributes }, outcomes }: Extract<Frame, { kind: 'case' }>): TestCase {
  const element = [...OUTCOMES.keys()].find((each) => outcomes.some((outcome) => outcome.element === each));
  const outputs = outcomes.filter((outcome) => outcome.element === element).map(outputOf);
  const time = Number.parseFloat(attributes['time'] ?? '');
  return {
    ...{ status: OUTCOMES.get(element ?? '') ?? 'success', name: attributes['name'] ?? null },
    ...{ classname: attributes['classname'] ?? null, time: Number.isFinite(time) ? time : 0 },
    output: outputs.length > 1 ? outputs.filter((each) => each !== null) : (outputs[0] ?? null),
  };
}

function outputOf({ text, attributes }: Outcome): Output | null {
  if (text.trim() !== '') return text;
  return Object.keys(attributes).length > 0 ? attributes : null;
}
