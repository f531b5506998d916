import { forkGraph } from './fork-graph.view.js';

describe('the graph of forks', () => {
  it('puts the project between its source and its forks', () => {
    const graph = forkGraph('ada/app', 'jane/app', [
      { path: 'tim/app', forks: 2 },
      { path: `group/${'long'.repeat(10)}`, forks: 0 },
    ])!;
    expect([graph.width, graph.height]).toEqual([740, 76]);
    expect(graph.nodes.map(({ x, y, text }) => [x, y, text])).toEqual([
      [0, 0, 'ada/app'],
      [260, 0, 'jane/app'],
      [520, 0, 'tim/app (+2)'],
      [520, 44, `…g${'long'.repeat(6)}`],
    ]);
    expect(graph.nodes.filter(({ isCurrent }) => isCurrent).map(({ path }) => path)).toEqual(['jane/app']);
    expect(graph.lines).toEqual(['M220 16H240V16H260', 'M480 16H500V16H520', 'M480 16H500V60H520']);
  });

  it('begins with the project where its source is hidden, and is none for a project alone', () => {
    expect(forkGraph(null, 'jane/app', [{ path: 'tim/app', forks: 0 }])!.nodes[0]).toMatchObject({
      x: 0,
      path: 'jane/app',
    });
    expect(forkGraph('ada/app', 'jane/app', [])).toMatchObject({ width: 480, height: 32 });
    expect(forkGraph(null, 'jane/app', [])).toBeNull();
  });
});
