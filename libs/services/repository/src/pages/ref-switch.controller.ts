import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, type CallOf } from '@hearth/http';
import { presentPageProject } from '@hearth/pages';
import { CODE_PAGE } from './code-page.js';
import { RefSwitchParams } from './page.params.js';
import { refAddress } from './ref-page.view.js';

/** Target of the menu of refs: browsers without scripts cannot send a ref as a part of the path. */
@Controller()
export class RefSwitchController {
  @Endpoint.get('/-/project/:id/refs/switch', {
    summary: 'Show another branch or tag',
    ...CODE_PAGE,
    params: RefSwitchParams,
  })
  show(@Call() { project, params }: CallOf<typeof RefSwitchParams>) {
    const { destination, ref, path = '' } = params;
    return new Redirect(refAddress(presentPageProject(project, 'files'), destination, { ref, path }));
  }
}
