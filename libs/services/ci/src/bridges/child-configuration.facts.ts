import { Injectable } from '@nestjs/common';
import { ArtifactTextFacts } from '../artifacts/artifact-text.facts.js';
import type { Fields } from '../configuration/checks.rules.js';
import { fileKey, type IncludedFile } from '../configuration/composition/file-request.js';
import type { Child } from '../plans/new-pipeline.facts.js';
import type { Bridge } from './bridge.facts.js';

/** Largest file in artifacts that is included, in bytes. */
const MOST_BYTES = 256 * 1024;

/** Reads the configurations of child pipelines. */
@Injectable()
export class ChildConfigurationFacts {
  constructor(private readonly artifactTextFacts: ArtifactTextFacts) {}

  /** Returns the configuration that includes the entries of a trigger, with the files that are in artifacts of the bridge's pipeline. */
  async of(
    { build: { pipelineId }, expand }: Bridge,
    include: readonly Fields[],
  ): Promise<Pick<Child, 'configuration' | 'files'>> {
    const files: Record<string, IncludedFile> = {};
    const entries = include.map((entry) => {
      if (typeof entry['artifact'] !== 'string') return entry;
      return { ...entry, artifact: expand(entry['artifact']), job: expand(String(entry['job'])) };
    });
    for (const { artifact, job } of entries as readonly { readonly artifact?: string; readonly job?: string }[]) {
      if (artifact === undefined || job === undefined) continue;
      files[fileKey({ kind: 'artifact', job, path: artifact })] = await this.read(pipelineId, job, artifact);
    }
    return { configuration: JSON.stringify({ include: entries }), files };
  }

  private async read(pipelineId: number, job: string, path: string): Promise<IncludedFile> {
    const found = await this.artifactTextFacts.of(pipelineId, job, path, MOST_BYTES);
    if (found === 'no job') return { error: `Job \`${job}\` not found in parent pipeline or does not have artifacts!` };
    if (found === 'no file') return { error: `Artifact \`${path}\` of job \`${job}\` does not exist!` };
    return found === 'too large' ? { error: 'The parsed YAML is too big' } : found;
  }
}
