import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { pictureStems } from '#shared/rules/description-markdown.ts';
import type { DescriptionPictures } from './description.ts';

/** Pictures of an event by their stem, for columns of `e`; null where its text names none. */
export const eventPicturesSql = `CASE WHEN strpos(e.description, '](picture:') > 0 THEN (
		SELECT jsonb_object_agg(p.stem, jsonb_build_array(p.width, p.height, p.alt)) FROM event_pictures p
		WHERE p.organisation_id = e.organisation_id AND p.event_id = e.id) END`;

/** Pictures of an organisation that a text names: of a template, or of a text that is not saved yet. */
export async function findPictures(
	db: DbOrTx,
	organisationId: string,
	text: string,
): Promise<DescriptionPictures> {
	const stems = pictureStems(text);
	if (stems.length === 0) return {};
	const { rows } = await db.execute<{ stem: string; width: number; height: number; alt: string }>(sql`
		SELECT DISTINCT ON (stem) stem, width, height, alt FROM event_pictures
		WHERE organisation_id = ${organisationId} AND stem = ANY(${sql.param(stems)}::text[]) ORDER BY stem, id`);
	return Object.fromEntries(rows.map(({ stem, width, height, alt }) => [stem, [width, height, alt]]));
}
