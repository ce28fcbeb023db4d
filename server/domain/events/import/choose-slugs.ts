import { inArray } from 'drizzle-orm';
import { isUsableSlug } from '#shared/rules/reserved-slugs.ts';
import type { Tx } from '../../../db/client.ts';
import { eventAliases, events } from '../../../db/tables/events.ts';
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
	const all = [...new Set(wishes.flat())];
	const taken = new Set<string>();
	if (all.length > 0) {
		const [slugs, aliases] = [
			await tx.select({ slug: events.slug }).from(events).where(inArray(events.slug, all)),
			await tx.select({ slug: eventAliases.slug }).from(eventAliases).where(inArray(eventAliases.slug, all)),
		];
		for (const { slug } of [...slugs, ...aliases]) taken.add(slug);
	}
	return wishes.map((list, index) => {
		const free = list.find((slug) => !taken.has(slug));
		const slug = free ?? withSuffix(list[1] ?? list[0] ?? slugFromTitle(drafts[index]?.title ?? ''));
		taken.add(slug);
		return slug;
	});
}
