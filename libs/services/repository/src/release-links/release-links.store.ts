import { Injectable } from '@nestjs/common';
import type { Row, Tx } from '@hearth/data';
import type { LinkSettings, ReleaseLink } from './release-link.rules.js';

const COLUMNS = 'id, name, url, filepath, link_type as "linkType"';

const INSERT = `insert into release_links (release_id, name, url, filepath, link_type)
  values ($1, $2, $3, $4, $5) returning ${COLUMNS}`;

const UPDATE = `update release_links set name = $2, url = $3, filepath = $4, link_type = $5
  where id = $1 returning ${COLUMNS}`;

const DELETE = 'delete from release_links where id = $1';

/** All SQL that changes links of releases; they are read with their release. */
@Injectable()
export class ReleaseLinksStore {
  async insert(tx: Tx, releaseId: number, link: LinkSettings): Promise<ReleaseLink> {
    return (await tx.prepared<ReleaseLink & Row>(INSERT, [releaseId, ...valuesOf(link)]))[0]!;
  }

  async update(tx: Tx, id: number, link: LinkSettings): Promise<ReleaseLink> {
    return (await tx.prepared<ReleaseLink & Row>(UPDATE, [id, ...valuesOf(link)]))[0]!;
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared(DELETE, [id]);
  }
}

function valuesOf({ name, url, filepath, linkType }: LinkSettings): unknown[] {
  return [name, url, filepath, linkType];
}
