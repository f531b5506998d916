import { defineSettings, duration } from '@hearth/config';
import { z } from 'zod';

const settings = defineSettings(
  'Routes',
  {
    HEARTH_ROUTES_FOLDER: z
      .string()
      .optional()
      .describe(
        "Folder in which the gateway keeps the services' routes that it has learnt; without one it starts from those that it was built with",
      ),
    HEARTH_ROUTES_INTERVAL: duration({ min: 100, max: 3_600_000 })
      .prefault('30s')
      .describe(
        "How often the gateway asks the services for their routes, besides when a service's answer shows a new version",
      ),
  },
  { readBy: ['RouteLearning'] },
);

/** @throws ConfigurationError */
export function routeSettings(environment?: NodeJS.ProcessEnv) {
  return settings.read(environment);
}
