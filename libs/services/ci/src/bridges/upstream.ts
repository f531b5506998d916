/** Pipeline that another one is started by. */
export interface Upstream {
  /** The bridge; null for a pipeline that was requested with the token of a job. */
  readonly jobId: number | null;
  readonly pipelineId: number;
  /** First pipeline of the hierarchy. */
  readonly rootId: number;
  /** Whether the bridge has the status of the pipeline that it starts. */
  readonly isAwaited: boolean;
}
