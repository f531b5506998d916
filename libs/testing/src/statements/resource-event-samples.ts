import type { Noteable } from './note-samples.js';
import type { Made, Samples } from './sample.js';
import type { Target } from './target.js';

/** Requests to the events of a record that has some of each kind. */
export function resourceEventSamples({ resource, segment, numberIn }: Noteable): Samples {
  const first =
    (kind: string) =>
    async (target: Target): Promise<Made> => {
      const number = await numberIn(target);
      const at = `/projects/${target.project}/${resource}/${number}/resource_${kind}_events`;
      const events = (await target.as.member.get(`${at}?per_page=1`)).expect(200).json<{ id: number }[]>();
      return { segments: { [segment]: number, event_id: events[0]!.id } };
    };
  const samples = ['label', 'milestone', 'state'].flatMap((kind) => {
    const path = `GET /projects/:id/${resource}/:${segment}/resource_${kind}_events`;
    return [
      [path, { before: first(kind) }],
      [`${path}/:event_id`, { before: first(kind) }],
    ] as const;
  });
  return Object.fromEntries(samples);
}
