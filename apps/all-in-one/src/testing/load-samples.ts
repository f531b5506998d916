import type { StatementSamples } from '@hearth/testing';

/** Loads the samples of services, in the order of their names. */
export function loadSamples(services: readonly string[]): Promise<StatementSamples[]> {
  return Promise.all(
    services.map(async (service) => {
      const loaded = (await import(`@hearth/${service}/testing`)) as { statementSamples: StatementSamples };
      return loaded.statementSamples;
    }),
  );
}
