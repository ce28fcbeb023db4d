import type { Services } from '#server/services.ts';
import { isUuid } from '#shared/lib/ids.ts';
import { makeCover } from '#shared/rules/cover.ts';
import { coverSeedOf } from '../cover-of.ts';
import { answerBytes, FOR_EVER, noSuchFile } from './answers.ts';
import { LruCache } from './lru-cache.ts';

const cached = new LruCache<string>(500);
const size = { width: 1200, height: 675 };

const readSeed = {
	name: 'events.cover-seed',
	text: `SELECT e.id, e.category, e.cover_seed AS "coverSeed"
		FROM names n JOIN events e ON e.organisation_id = n.organisation_id AND e.id = n.target_id
		WHERE n.kind = 'event' AND n.name = $1`,
};

/**
 * GET /covers/{id}.svg: the generated cover. It is made of the id and the category, and discloses nothing
 * else, so drafts have theirs too: pictures are requested without a token.
 */
export async function answerCover(services: Services, request: Request, name: string): Promise<Response> {
	const id = name.endsWith('.svg') ? name.slice(0, -4) : '';
	if (!isUuid(id)) return noSuchFile();
	const { rows } = await services.database.pool.query<{
		id: string;
		category: string;
		coverSeed: string | null;
	}>({ ...readSeed, values: [id.toLowerCase()] });
	const row = rows[0];
	if (!row) return noSuchFile();
	const from = coverSeedOf(row);
	const body = await cached.get(JSON.stringify(from), async () => makeCover(from, size));
	return answerBytes(request, {
		body,
		type: 'image/svg+xml',
		// The address that pages use names the version of the picture.
		cacheControl: new URL(request.url).searchParams.has('v') ? FOR_EVER : 'public, max-age=300',
	});
}
