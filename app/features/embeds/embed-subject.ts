import type { PublicEvent } from '#shared/contracts/events.ts';

/** What prevents other sites from showing an event. */
export type EmbedObstacle = 'draft' | 'closed-group' | null;

/** The subject of a card of snippets: an organiser, and the event on whose page it is shown. */
export interface EmbedSubject {
	event: {
		slug: string;
		title: string;
		obstacle: EmbedObstacle;
		/** Lists leave it out. */
		isUnlisted: boolean;
		/** Leads to the next date of its series; null: it stands alone. */
		seriesSlug: string | null;
	} | null;
	organiser: { id: string; slug: string; name: string };
	/** Nothing of it is in a list. */
	isSandbox: boolean;
	/** The member may read whether the public page is shown. */
	readsPage: boolean;
}

/** Other sites are answered as guests without a password or an invitation are. */
export function obstacleOf({
	status,
	visibility,
}: Pick<PublicEvent, 'status' | 'visibility'>): EmbedObstacle {
	if (visibility === 'password' || visibility === 'invite_only') return 'closed-group';
	return status === 'draft' ? 'draft' : null;
}

/** The subject of an event as a member reads it; null for anybody else. */
export function subjectOf(event: PublicEvent): EmbedSubject | null {
	if (!event.organisation) return null;
	return {
		event: {
			slug: event.slug,
			title: event.title,
			obstacle: obstacleOf(event),
			isUnlisted: event.visibility === 'unlisted',
			seriesSlug: event.series?.slug ?? null,
		},
		organiser: { id: event.organisation.id, slug: event.organiser.slug, name: event.organiser.name },
		isSandbox: event.isSandbox,
		readsPage: event.organisation.permissions.includes('page.edit'),
	};
}
