import { graphOf, type GraphJob } from './pipeline-graph.rules.js';

const job = (name: string, needs: readonly string[] = []): GraphJob => ({ id: name.length, name, needs });
const stagesOf = (...stages: GraphJob[][]) => stages.map((jobs, index) => ({ name: `stage ${index}`, jobs }));

describe('the graph of a pipeline', () => {
  it('has a column for each stage, and a line for each need', () => {
    const jobs = [[job('compile'), job('fetch')], [job('check', ['compile'])], [job('ship', ['check', 'fetch'])]];
    const graph = graphOf(stagesOf(...jobs))!;
    expect(graph.nodes.map(({ job: { name }, x, y }) => [name, x, y])).toEqual([
      ['compile', 0, 28],
      ['fetch', 0, 72],
      ['check', 230, 28],
      ['ship', 460, 28],
    ]);
    expect(graph.lines).toEqual([
      'M170 44H170C200 44 200 44 230 44',
      'M400 44H400C430 44 430 44 460 44',
      'M170 88H400C430 88 430 44 460 44',
    ]);
    expect([graph.width, graph.height]).toEqual([630, 104]);
  });

  it('draws needs within a stage, and leaves out jobs that are not shown', () => {
    expect(graphOf(stagesOf([job('a'), job('b', ['a', 'gone'])]))?.lines).toEqual(['M170 44C200 44 200 88 170 88']);
  });

  it('shortens long names', () => {
    const [node] = graphOf(
      stagesOf([job('a very long name of a job'), job('b', ['a very long name of a job'])]),
    )!.nodes;
    expect(node!.text).toBe('a very long name of…');
  });

  it.each([
    ['no jobs', []],
    ['no needs', stagesOf([job('a')], [job('b')])],
    [
      'too many',
      stagesOf(
        [job('a')],
        Array.from({ length: 200 }, (_, index) => job(`b${index}`, ['a'])),
      ),
    ],
  ])('is none for %s', (_, stages) => expect(graphOf(stages)).toBeNull());
});
