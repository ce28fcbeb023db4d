import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { listOrganisationEvents } from '#shared/contracts/event-lists.ts';

type Page = ResultOf<typeof listOrganisationEvents>;

/** An event that was found, and whose it is. */
export interface FoundEvent {
	id: string;
	slug: string;
	title: string;
	organisation: string;
}

/** Of each organisation; who looks for another one types more of its title. */
export const EVENTS_OF_EACH = 10;
/** Organisations whose events are read at a time. */
const AT_A_TIME = 6;

/**
 * The events of all organisations of a person that fit what was typed. An organisation that cannot be read does not affect the others.
 * @returns also whether more of them fit
 * @throws what the last one answered, where none could be read
 */
export async function searchEvents(
	organisations: readonly { id: string; name: string }[],
	read: (organisation: string) => Promise<Page>,
): Promise<{ events: FoundEvent[]; hasMore: boolean }> {
	const events: FoundEvent[] = [];
	let hasMore = false;
	let failed = 0;
	for (let at = 0; at < organisations.length; at += AT_A_TIME) {
		const batch = organisations.slice(at, at + AT_A_TIME);
		const answers = await Promise.allSettled(batch.map(({ id }) => read(id)));
		for (const [index, answer] of answers.entries()) {
			if (answer.status === 'rejected') {
				failed += 1;
				if (failed === organisations.length) throw answer.reason;
				continue;
			}
			hasMore ||= answer.value.nextCursor !== null;
			const organisation = batch[index]?.name ?? '';
			events.push(...answer.value.data.map(({ id, slug, title }) => ({ id, slug, title, organisation })));
		}
	}
	return { events, hasMore };
}
