import { Controller, Inject } from '@nestjs/common';
import { Endpoint, returns } from '@hearth/http';
import { z } from 'zod';
import { EDGE_OPTIONS, type EdgeOptions } from './edge-options.js';
import { ApiDocuments } from './explorer/api-documents.js';

/** The release of the v4 API that Hearth implements; see docs/COMPAT.md. */
const API_RELEASE = '10.4.0';
const NoParams = z.object({});
const VersionView = z.strictObject({ version: z.string(), revision: z.string() });
const absent = (what: string) => z.null().describe(`Always null: Hearth has no ${what}`);
const MetadataView = VersionView.extend({
  kas: z
    .strictObject({
      enabled: z.literal(false).describe('Whether there is one'),
      externalUrl: absent('address for agents'),
      externalK8sProxyUrl: absent('proxy of the Kubernetes API'),
      version: absent('agent server'),
    })
    .describe('Agent server for Kubernetes'),
  enterprise: z.literal(false).describe('Whether it is the Enterprise Edition of GitLab'),
});

/** Endpoints of the edge itself. */
@Controller()
export class EdgeController {
  constructor(
    private readonly documents: ApiDocuments,
    @Inject(EDGE_OPTIONS) private readonly options: Pick<EdgeOptions, 'revision'>,
  ) {}

  @Endpoint.get('/version', {
    summary: 'Get the version of the API and of Hearth',
    scope: 'read_user',
    params: NoParams,
    returns: returns.json(VersionView),
  })
  version(): z.output<typeof VersionView> {
    return this.ownVersion();
  }

  @Endpoint.get('/metadata', {
    summary: 'Get the version of the API and of Hearth, and the parts of GitLab that it has',
    scope: 'read_user',
    params: NoParams,
    returns: returns.json(MetadataView),
  })
  metadata(): z.output<typeof MetadataView> {
    const kas = { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null } as const;
    return { ...this.ownVersion(), kas, enterprise: false };
  }

  private ownVersion(): z.output<typeof VersionView> {
    const { revision } = this.options;
    return { version: API_RELEASE, revision: `hearth-${this.documents.version}${revision ? `+${revision}` : ''}` };
  }
}
