import type { Tx } from '#server/db/client.ts';
import { isUsableSlug } from '#server/domain/events/reserved-slugs.ts';
import { takenSlugs } from '../names.ts';
import { slugFromTitle, withSuffix } from '../slug.ts';
import type { EventDraft } from './draft.ts';

/**
 * A free slug for each draft: its title; for one that many years or towns share, the title with the year, then with the town;
 * else with a random end.
 */
export async function chooseSlugs(tx: Tx, drafts: readonly EventDraft[]): Promise<string[]> {
	const wishes = drafts.map((draft) => {
		const plain = slugFromTitle(draft.title);
		const year = draft.startsAtLocal.slice(0, 4);
		const dated = plain.includes(year) ? plain : `${plain}-${year}`;
		const placed = draft.city === '' ? dated : `${dated}-${slugFromTitle(draft.city)}`;
		return [...new Set([plain, dated, placed])].filter((slug) => isUsableSlug(slug));
	});
	const taken = await takenSlugs(tx, [...new Set(wishes.flat())]);
	return wishes.map((list, index) => {
		const free = list.find((slug) => !taken.has(slug));
		const slug = free ?? withSuffix(list[1] ?? list[0] ?? slugFromTitle(drafts[index]?.title ?? ''));
		taken.add(slug);
		return slug;
	});
}
