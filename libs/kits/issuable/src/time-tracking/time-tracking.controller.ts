import { Controller, type Type } from '@nestjs/common';
import type { Ability } from '@hearth/access';
import type { AnyRefusalDefinition } from '@hearth/contract-kit';
import { Call, Endpoint, refused, returns, v4, type CallOf, type EndpointCall } from '@hearth/http';
import { TimeStatsView } from '@hearth/projects-contracts';
import { z } from 'zod';
import { MOST_DURATION, parseDuration } from './duration.rules.js';
import { presentTimeStats } from './time-stats.view.js';
import { TimeInvalid, TimeTracking } from './time-tracking.js';
import type { TimeChange } from './times.rules.js';

/** Declaration of the time tracking endpoints of one kind of record. */
export interface TimeTrackingOptions {
  /** The record's name in the documentation, with its article. */
  readonly record: string;
  /** Path of the record below `/projects/:id`, with `segment`. */
  readonly path: string;
  readonly segment: string;
  /** Ability required to read the record, and to change its time estimate and spent time. */
  readonly read: Ability;
  readonly manage: Ability;
  /** The record does not exist, or is hidden from the caller. */
  readonly notFound: AnyRefusalDefinition;
}

function timeParams(segment: string) {
  const project = { id: v4.project() };
  // The segment's name is known at run time only.
  const record = z.object({ ...project, [segment]: v4.id() } as typeof project);
  const duration = v4.text({ most: MOST_DURATION });
  const isEstimate = (text: string) => (parseDuration(text) ?? -1) >= 0;
  const isDuration = (text: string) => parseDuration(text) !== null;
  return {
    record,
    estimate: record.extend({
      duration: duration.refine(isEstimate, { error: 'is invalid' }).describe('Estimated time, as in `3h30m`'),
    }),
    spend: record.extend({
      duration: duration
        .refine(isDuration, { error: 'is invalid' })
        .describe('Time that was spent, as in `3h30m`; a negative one is subtracted'),
      summary: refused(),
    }),
  };
}

/** Creates the time tracking endpoints of one kind of record. */
export function timeTrackingController(options: TimeTrackingOptions): Type<object> {
  const { record, path, segment, read, manage, notFound } = options;
  const Params = timeParams(segment);
  const at = `/projects/:id/${path}` as const;
  const written = { returns: returns.json(TimeStatsView), refuses: [notFound, TimeInvalid] };
  type RecordCall = CallOf<typeof Params.record>;

  @Controller()
  class TimeTrackingController {
    constructor(private readonly timeTracking: TimeTracking) {}

    @Endpoint.get(`${at}/time_stats`, {
      summary: `Get the time tracking statistics of ${record}`,
      can: read,
      params: Params.record,
      returns: returns.json(TimeStatsView),
      refuses: [notFound],
    })
    async stats(@Call() call: RecordCall): Promise<TimeStatsView> {
      return presentTimeStats(await this.timeTracking.read(call, this.iid(call)));
    }

    @Endpoint.post(`${at}/time_estimate`, {
      summary: `Set the time estimate of ${record}`,
      can: manage,
      params: Params.estimate,
      status: 200,
      ...written,
    })
    estimate(@Call() call: CallOf<typeof Params.estimate>): Promise<TimeStatsView> {
      return this.change(call, { estimate: parseDuration(call.params.duration)! });
    }

    @Endpoint.post(`${at}/reset_time_estimate`, {
      summary: `Reset the time estimate of ${record}`,
      can: manage,
      params: Params.record,
      status: 200,
      ...written,
    })
    resetEstimate(@Call() call: RecordCall): Promise<TimeStatsView> {
      return this.change(call, { estimate: 0 });
    }

    @Endpoint.post(`${at}/add_spent_time`, {
      summary: `Add spent time to ${record}`,
      can: manage,
      params: Params.spend,
      ...written,
    })
    spend(@Call() call: CallOf<typeof Params.spend>): Promise<TimeStatsView> {
      return this.change(call, { spend: parseDuration(call.params.duration)! });
    }

    @Endpoint.post(`${at}/reset_spent_time`, {
      summary: `Reset the spent time of ${record}`,
      can: manage,
      params: Params.record,
      status: 200,
      ...written,
    })
    resetSpent(@Call() call: RecordCall): Promise<TimeStatsView> {
      return this.change(call, { spend: 'reset' });
    }

    private async change(call: EndpointCall<object>, change: TimeChange): Promise<TimeStatsView> {
      return presentTimeStats(await this.timeTracking.change(call, this.iid(call), change));
    }

    private iid({ params }: EndpointCall<object>): number {
      return (params as Readonly<Record<string, number>>)[segment]!;
    }
  }
  return TimeTrackingController;
}
