import type { ProjectId } from '@hearth/contract-kit';
import { MirrorDownstreamPipeline } from './mirror-downstream.js';

const [projectId, pipelineId] = [1 as ProjectId, 2];

describe('a pipeline with many bridges', () => {
  it('changes all of them although one fails, and stops at a signal', async () => {
    const changed: number[] = [];
    const waiting = (_db: unknown, _awaited: unknown, { after, limit }: { after: number; limit: number }) =>
      Promise.resolve(
        Array.from({ length: Math.min(limit, 250 - after) }, (_, n) => ({ id: after + n + 1, projectId })),
      );
    const changeJob = (_: ProjectId, id: number) => {
      changed.push(id);
      return id === 1 ? Promise.reject(new Error('broken')) : Promise.resolve();
    };
    const none = {} as never;
    const mirror = new MirrorDownstreamPipeline(none, { waiting } as never, none, none, { changeJob } as never);
    const { signal } = new AbortController();
    await expect(mirror.execute({ projectId, pipelineId }, { signal })).rejects.toMatchObject({
      errors: [{ message: 'broken' }],
    });
    expect(changed).toEqual(Array.from({ length: 250 }, (_, n) => n + 1));
    const aborted = { signal: AbortSignal.abort(new Error('stop')) };
    await expect(mirror.execute({ projectId, pipelineId }, aborted)).rejects.toThrow('stop');
    expect(changed).toHaveLength(250);
  });
});
