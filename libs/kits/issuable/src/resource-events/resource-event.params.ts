import { v4 } from '@hearth/http';
import { z } from 'zod';

/**
 * Parameters of the endpoints of the events of one kind of record.
 * @param segment name of the record's number in the path
 */
export function eventParams(segment: string) {
  const project = { id: v4.project() };
  // The segment's name is known at run time only.
  const record = z.object({ ...project, [segment]: v4.id() } as typeof project);
  return { list: record.extend(v4.page), one: record.extend({ event_id: v4.id().describe('Id of the event') }) };
}
